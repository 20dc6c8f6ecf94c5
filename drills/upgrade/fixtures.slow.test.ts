import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { EntityClass } from '@mikro-orm/postgresql'
import { expect, test } from 'vitest'
import { connectors } from '../../src/connectors/index.ts'
import { checkSchema } from '../../src/database/check-schema.ts'
import { migrateSchema } from '../../src/database/migrate.ts'
import { ownVersion } from '../../src/database/version.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { invariants } from '../../src/doctor/invariants-sql.ts'
import { emptyTestDatabase, type TestDatabase } from '../../test/kit/database.ts'
import { allEntities } from '../../test/kit/entities.ts'
import { askableInvariants } from './askable-invariants.ts'
import { dumpedVersions, restoreDump, tablesSql } from './dump.ts'
import { keptVersions, unpackVersion } from './keep-version.ts'

test('every version that is kept has an unchanged dump', () => {
  expect(keptVersions()).toContain('1.0.0')
  expect(dumpedVersions()).toEqual(keptVersions())
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-kept-'))
  for (const version of keptVersions()) {
    const { version: inside } = JSON.parse(
      fs.readFileSync(path.join(unpackVersion(version, dir), 'package.json'), 'utf8'),
    )
    expect(inside).toBe(version)
    execFileSync('test', ['-f', path.join(dir, `warung-${version}`, 'src', 'main.ts')])
  }
  fs.rmSync(dir, { recursive: true })
})

const now = new Date('2026-11-23T12:00:00Z')

const violationsIn = async ({ sql }: TestDatabase, only = invariants) => {
  const found = await findViolations({ sql, now: () => now, connectors }, only)
  return found.map(({ id, rows }) => ({ id, rows: rows.length }))
}

test.each(dumpedVersions())(
  'a database of %s with rows in its tables is upgraded, and each row still exists and can be read',
  async version => {
    const database = await emptyTestDatabase()
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-dumped-'))
    try {
      const dumped = await restoreDump(version, database.connection, folder)
      // A row of every table, except the list of migrations.
      const tables = await database.sql.query<{ name: string }>(tablesSql)
      const filled = new Set(dumped.map(({ table }) => table))
      expect(tables.map(({ name }) => name).filter(name => !filled.has(name))).toEqual([])
      const asked = await askableInvariants({ sql: database.sql, now: () => now, connectors })
      expect(asked.length).toBeGreaterThan(10)
      const before = await violationsIn(database, asked)
      expect(await migrateSchema(database.connection)).toMatchObject({ from: version, to: ownVersion().version })
      await checkSchema(database)
      expect(await violationsIn(database, asked)).toEqual(before)
      const added = invariants.filter(invariant => !asked.includes(invariant))
      // The statistics in the dump of 1.0.0 were created row by row, and its own version reported these violations too.
      expect(await violationsIn(database, added)).toEqual(version === '1.0.0' ? [{ id: 'I15', rows: 1 }] : [])

      for (const [table, rows] of Map.groupBy(dumped, ({ table }) => table)) {
        const [counted] = await database.sql.query<{ count: number }>(`select count(*) as count from "${table}"`)
        expect({ table, count: counted!.count }).toEqual({ table, count: rows.length })
      }
      const em = database.em('installation').fork({ disableContextResolution: true })
      let read = 0
      for (const entity of allEntities as readonly EntityClass<object>[]) {
        read += (await em.find(entity, {}, { filters: false, limit: 3 })).length
      }
      expect(read).toBeGreaterThan(100)
    } finally {
      fs.rmSync(folder, { recursive: true })
      await database.drop()
    }
  },
)
