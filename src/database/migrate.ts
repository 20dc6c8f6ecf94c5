import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import { judgeServer, leastServer } from './judge-server.ts'
import { optionsOf, ormOptions } from './open.ts'
import { SchemaMismatch } from './schema-mismatch.ts'
import { readVersionSql, schemaStateSql, wasMigratedSql, writeVersionSql } from './schema-sql.ts'
import { takeTurnSql } from './take-turn-sql.ts'
import { judgeSchema, ownVersion, type SchemaState, type Version } from './version.ts'

// Two processes that migrate at once would both create the first table; this number means "Warung migrates".
const migrationLock = 7_240_311

/** A large index may take any time, but a migration must not wait long for a lock, because everybody else would wait behind it. */
const unhurried = { statement_timeout: '0', lock_timeout: '10s', idle_in_transaction_session_timeout: '0' }

/** For a process that waits until another one has migrated. */
const patient = { statement_timeout: '0', lock_timeout: '0' }

/**
 * Brings the schema up to date, unless a newer version has made it, which this one can live with; processes that start together take
 * turns. Each migration is a transaction of its own, so that the next start goes on where one was cut off.
 * Throws SchemaMismatch before anything is changed.
 */
export async function migrate(
  connection: pg.ClientConfig,
  own: Version = ownVersion(),
  least: number = leastServer,
): Promise<void> {
  const turn = new pg.Client({ ...connection, options: optionsOf(patient) })
  await turn.connect()
  try {
    judgeServer(Number((await turn.query('show server_version_num')).rows[0].server_version_num), least)
    await turn.query(takeTurnSql, [migrationLock])
    if (judgeSchema(own, await readState(turn)) === 'live beside') return
    await runMigrations(connection)
    await turn.query(writeVersionSql, [own.version, own.livesWith])
  } finally {
    await turn.end()
  }
}

async function readState(turn: pg.Client): Promise<SchemaState | undefined> {
  const { rows: states } = await turn.query<{ listed: boolean; versioned: boolean }>(schemaStateSql)
  const { listed, versioned } = states[0]!
  if (!versioned && listed && (await turn.query(wasMigratedSql)).rows[0].migrated) {
    throw new SchemaMismatch(
      'This database was made before version 1.0.0, by a program under way, and cannot be upgraded. Nothing was changed. ' +
        'Give this version a database of its own: another DATA_DIR or DATABASE_URL.',
    )
  }
  if (!versioned) return undefined
  const { rows } = await turn.query<{ version: string; lives_with: string }>(readVersionSql)
  return rows[0] && { version: rows[0].version, livesWith: rows[0].lives_with }
}

async function runMigrations(connection: pg.ClientConfig): Promise<void> {
  // Migrations are SQL files: no entity is needed.
  const orm = await MikroORM.init({
    ...ormOptions(connection, { poolMax: 2, entities: [], session: optionsOf(unhurried) }),
    ...migrationOptions,
  })
  try {
    await untilLocksAreFree(() => orm.migrator.up())
  } finally {
    await orm.close()
  }
}

const lockNotAvailable = '55P03'
const triesMax = 20
const betweenTriesMs = 1_000

// Whoever waits for a lock on a table keeps everybody else waiting behind it: it gives up soon, lets them through, and tries again.
async function untilLocksAreFree(work: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await work()
      return
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable || tried === triesMax) throw error
      await pause(betweenTriesMs)
    }
  }
}

function codeOf(error: unknown): string | undefined {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code ?? (cause ? codeOf(cause) : undefined)
}

export const migrationsFolder = path.join(import.meta.dirname, '..', '..', 'migrations')

/** What all migrations together make, as `npm run migration` compares it with the entities: `migrations/snapshot.json`. */
export const snapshotOptions = { path: migrationsFolder, snapshot: true, snapshotName: 'snapshot' }

const migrationOptions = {
  extensions: [Migrator],
  migrations: {
    path: migrationsFolder,
    glob: 'Migration*.ts',
    snapshot: false,
    silent: true,
    disableForeignKeys: false,
    allOrNothing: false,
  },
}
