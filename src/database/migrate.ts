import path from 'node:path'
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import { optionsOf, ormOptions } from './open.ts'
import { takeTurnSql } from './take-turn-sql.ts'

// Two processes that migrate at once would both create the first table; this number means "Warung migrates".
const migrationLock = 7_240_311

/** A large index may take any time, but a migration must not wait long for a lock, because everybody else would wait behind it. */
const unhurried = { statement_timeout: '0', lock_timeout: '10s', idle_in_transaction_session_timeout: '0' }

/** For a process that waits until another one has migrated. */
const patient = { statement_timeout: '0', lock_timeout: '0' }

/** Brings the schema up to date; processes that start together take turns. */
export async function migrate(connection: pg.ClientConfig): Promise<void> {
  const turn = new pg.Client({ ...connection, options: optionsOf(patient) })
  await turn.connect()
  try {
    await turn.query(takeTurnSql, [migrationLock])
    // Migrations are SQL files: no entity is needed.
    const orm = await MikroORM.init({
      ...ormOptions(connection, { poolMax: 2, entities: [], session: optionsOf(unhurried) }),
      ...migrationOptions,
    })
    try {
      await orm.migrator.up()
    } finally {
      await orm.close()
    }
  } finally {
    await turn.end()
  }
}

export const migrationsFolder = path.join(import.meta.dirname, '..', '..', 'migrations')

const migrationOptions = {
  extensions: [Migrator],
  migrations: {
    path: migrationsFolder,
    glob: 'Migration*.ts',
    snapshot: false,
    silent: true,
    disableForeignKeys: false,
  },
}
