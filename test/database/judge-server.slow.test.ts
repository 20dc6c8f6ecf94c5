import { expect, test } from 'vitest'
import { judgeServer } from '../../src/database/judge-server.ts'
import { migrateSchema } from '../../src/database/migrate.ts'
import { createTestDatabase } from '../kit/database.ts'

test.each([90_624, 130_014, 140_011])('a server of version %i is refused with the remedy', number => {
  const major = Math.floor(number / 10_000)
  expect(() => judgeServer({ versionNumber: number, encoding: 'UTF8' })).toThrow(
    `This database is PostgreSQL ${major}, and Warung needs 15 or newer. Nothing was changed.`,
  )
})

test.each([150_000, 150_012, 180_004])('a server of version %i is accepted', number => {
  expect(() => judgeServer({ versionNumber: number, encoding: 'UTF8' })).not.toThrow()
})

test('a start checks the server before it changes anything', async () => {
  const { connection, sql, drop } = await createTestDatabase()
  try {
    await sql.write('drop schema public cascade')
    await sql.write('create schema public')
    await expect(migrateSchema(connection, { least: 99 })).rejects.toMatchObject({
      name: 'SchemaMismatchError',
      message: expect.stringContaining('Warung needs 99 or newer'),
    })
    const tables = "select tablename from pg_tables where schemaname = 'public'"
    expect(await sql.query(tables)).toEqual([])
    await migrateSchema(connection)
    expect(await sql.query(tables)).not.toEqual([])
  } finally {
    await drop()
  }
})
