import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { migrationsFolder } from '../../src/database/migrate.ts'
import { readOwnVersion, type Version } from '../../src/database/version.ts'
import type { Sql } from '../../src/lib/sql.ts'

/** A later version, beside which this one runs. */
export const nextVersion: Version = { version: '98.0.0', stops: [], livesWith: readOwnVersion().version }

const added = path.join(import.meta.dirname, 'migrations')
export const addedMigrations = namesIn(added)

/** Creates a folder with the current migrations and some more. The caller removes it. */
export function makeNextMigrations(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-next-'))
  for (const from of [migrationsFolder, added]) {
    for (const name of namesIn(from)) {
      // The module is in its own folder, so that its imports are found.
      const text = `export * from '${path.join(from, `${name}.ts`)}'\n`
      fs.writeFileSync(path.join(folder, `${name}.ts`), text)
    }
  }
  return folder
}

function namesIn(folder: string): string[] {
  return fs
    .readdirSync(folder)
    .flatMap(file => /^(Migration\w+)\.ts$/.exec(file)?.[1] ?? [])
    .sort()
}

export interface UpgradeState {
  version: string
  /** The number of times that each migration added by the next version is listed. */
  listed: Record<string, number>
  steps: string[]
  indexes: { name: string; valid: boolean }[]
}

/** Returns the traces of the next version in a database. */
export async function readUpgradeState(sql: Pick<Sql, 'query'>): Promise<UpgradeState> {
  const [version] = await sql.query<{ version: string }>('select version from schema_version')
  const listed = await sql.query<{ name: string }>('select name from mikro_orm_migrations where name = any($1)', [
    addedMigrations,
  ])
  const [there] = await sql.query<{ steps: boolean }>("select to_regclass('upgrade_step') is not null as steps")
  const steps = there!.steps ? await sql.query<{ name: string }>('select name from upgrade_step') : []
  return {
    version: version!.version,
    listed: Object.fromEntries(addedMigrations.map(name => [name, listed.filter(row => row.name === name).length])),
    steps: steps.map(({ name }) => name).sort(),
    indexes: await sql.query(
      `select c.relname as name, i.indisvalid as valid from pg_class c join pg_index i on i.indexrelid = c.oid
       where c.relname like '%_later_%' order by 1`,
    ),
  }
}

/** The state after the upgrade, with each migration executed once. */
export const upgradedState: UpgradeState = {
  version: nextVersion.version,
  listed: Object.fromEntries(addedMigrations.map(name => [name, 1])),
  steps: ['add_checks', 'add_columns', 'add_steps', 'validate_checks'],
  indexes: [
    { name: 'payment_later_note', valid: true },
    { name: 'store_order_later_count', valid: true },
  ],
}
