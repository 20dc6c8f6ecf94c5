import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import { toPositional } from '../lib/sql.ts'
import { fillEmptyDatabase } from './fill-empty-database.ts'
import { type DatabaseServer, judgeServer, serverVersionMin } from './judge-server.ts'
import { buildOrmOptions, formatStartupOptions, plainDates } from './open.ts'
import { SchemaMismatchError } from './schema-mismatch.ts'
import {
  columnsSql,
  executedSql,
  extensionSchemasSql,
  indexProgressSql,
  readVersionSql,
  schemaStateSql,
  serverSql,
  tryTurnSql,
  writeVersionSql,
} from './schema-sql.ts'
import { judgeSchema, readOwnVersion, type SchemaState, type Version } from './version.ts'

// Means "Warung migrates": two concurrent migrations would both create the first table.
const migrationLock = 7_240_311

/**
 * A large index may take any time, but a migration must not wait long for a lock, because all others would queue behind
 * it.
 */
const unhurried = { statement_timeout: '0', lock_timeout: '10s', idle_in_transaction_session_timeout: '0' }

/** The settings of a process that waits until another one has migrated. */
const patient = { statement_timeout: '0', lock_timeout: '0' }

/** The steps that a database still needs. */
export interface Upgrade {
  from: string
  to: string
  /** The names of the migrations, in order. */
  pending: string[]
}

export interface MigrateOptions {
  own?: Version
  least?: number
  /** The folder of the migrations. */
  folder?: string
  /** Called before anything is changed in an existing database. If it throws, nothing is changed. */
  before?(upgrade: Upgrade): Promise<void>
  /** Called with the progress of a long migration. */
  tell?(line: string): void
}

/**
 * Upgrades the schema, unless a compatible newer version has already done so. Processes that start together take turns.
 * Each migration is its own transaction, so that the next start continues after an interruption; an empty database is
 * filled in one. Returns the upgrade that was made. Throws SchemaMismatchError before anything is changed.
 */
export async function migrateSchema(
  connection: pg.ClientConfig,
  {
    own = readOwnVersion(),
    least = serverVersionMin,
    folder = migrationsFolder,
    before,
    tell = () => {},
  }: MigrateOptions = {},
): Promise<Upgrade | undefined> {
  const turn = await openTurn(connection)
  try {
    judgeServer(await readServer(turn), least)
    await takeTurn(turn)
    const { found, executed } = await readState(turn)
    if (judgeSchema(own, found) === 'live beside') return undefined
    const isEmpty = !found && executed.size === 0
    if (isEmpty) await refuseOthersTables(turn)
    const pending = pendingMigrations(folder, executed)
    const isUpgrade = found !== undefined && (found.version !== own.version || pending.length > 0)
    const upgrade = isUpgrade ? { from: found.version, to: own.version, pending } : undefined
    if (upgrade) await before?.(upgrade)
    if (pending.length > 0) {
      const session = { ...unhurried, ...plainDates, ...(await readSearchPath(turn)) }
      if (isEmpty) {
        const options = formatStartupOptions(session)
        await fillEmptyDatabase({ ...connection, options }, { folder, names: pending })
      } else {
        await runMigrations(connection, { folder, session, progress: reportProgress(turn, tell) })
      }
    }
    await turn.query(toPositional(writeVersionSql, own))
    return upgrade
  } finally {
    await turn.end()
  }
}

/** Returns the state of the schema and the steps that `migrate` would take. It takes no lock and changes nothing. */
export async function readSchemaState(
  connection: pg.ClientConfig,
  { folder = migrationsFolder }: Pick<MigrateOptions, 'folder'> = {},
): Promise<{ found: SchemaState | undefined; pending: string[]; serverVersion: number }> {
  const turn = await openTurn(connection)
  try {
    const { found, executed } = await readState(turn)
    return {
      found,
      pending: pendingMigrations(folder, executed),
      serverVersion: (await readServer(turn)).versionNumber,
    }
  } finally {
    await turn.end()
  }
}

async function openTurn(connection: pg.ClientConfig): Promise<pg.Client> {
  const turn = new pg.Client({ ...connection, options: formatStartupOptions(patient) })
  // If the connection drops between statements, the next statement reports it.
  turn.on('error', () => {})
  await turn.connect()
  return turn
}

// Polls, because a waiting statement holds a snapshot, which an index created `concurrently` would wait for in turn.
async function takeTurn(turn: pg.Client): Promise<void> {
  while (!(await turn.query(toPositional(tryTurnSql, { lock: migrationLock }))).rows[0].taken)
    await pause(betweenTurnsMs)
}

const betweenTurnsMs = 200

async function readServer(turn: pg.Client): Promise<DatabaseServer> {
  const { rows } = await turn.query<{ version: string; encoding: string }>(serverSql)
  return { versionNumber: Number(rows[0]!.version), encoding: rows[0]!.encoding }
}

interface MigrationState {
  /** The state found; undefined until the first migration has ended. */
  found: SchemaState | undefined
  /** The names of the executed migrations. */
  executed: ReadonlySet<string>
}

async function readState(turn: pg.Client): Promise<MigrationState> {
  const { rows: states } = await turn.query<{ listed: boolean; versioned: boolean }>(schemaStateSql)
  const { listed, versioned } = states[0]!
  const { rows: names } = listed ? await turn.query<{ name: string }>(executedSql) : { rows: [] }
  const executed = new Set(names.map(({ name }) => name))
  if (!versioned && executed.size > 0) {
    throw new SchemaMismatchError(
      'This database was made before version 1.0.0, by a program under way, and cannot be upgraded. Nothing ' +
        'was changed. ' +
        'Give this version a database of its own: another DATA_DIR or DATABASE_URL.',
    )
  }
  if (!versioned) return { found: undefined, executed }
  const { rows } = await turn.query<{ version: string; lives_with: string }>(readVersionSql)
  return { found: rows[0] && { version: rows[0].version, livesWith: rows[0].lives_with }, executed }
}

// `DATABASE_URL` may name the database of another program, whose tables may have the same names as ours.
async function refuseOthersTables(turn: pg.Client): Promise<void> {
  const snapshot = path.join(migrationsFolder, `${snapshotOptions.snapshotName}.json`)
  const { tables } = JSON.parse(fs.readFileSync(snapshot, 'utf8')) as { tables: { name: string }[] }
  const { rows } = await turn.query<{ table: string }>(columnsSql)
  const there = new Set(rows.map(({ table }) => table))
  const others = tables.map(({ name }) => name).filter(name => there.has(name))
  if (others.length === 0) return
  throw new SchemaMismatchError(
    `This database belongs to another program: it has ${others.slice(0, othersShown).join(', ')} already, and no ` +
      'version of Warung made them. Nothing was changed. Give this version a database of its own: another ' +
      'DATABASE_URL.',
  )
}

const othersShown = 5

function pendingMigrations(folder: string, executed: ReadonlySet<string>): string[] {
  const names = fs.readdirSync(folder).flatMap(file => /^(Migration\w+)\.ts$/.exec(file)?.[1] ?? [])
  return names.filter(name => !executed.has(name)).sort()
}

interface Progress {
  begins(name: string): void
  /** Called when the migration has ended, successfully or not. */
  ends(isDone: boolean): void
}

const reportEveryMs = 2_000

/** Reports the progress of a migration every two seconds; shorter migrations are not reported. */
function reportProgress(turn: pg.Client, tell: (line: string) => void): Progress {
  let current: { name: string; began: number; timer: NodeJS.Timeout } | undefined
  const seconds = (began: number) => `${Math.round((performance.now() - began) / 1000)} s`
  const note = async (name: string, began: number) => {
    const { rows } = await turn.query<{ phase: string; share: number | null }>(indexProgressSql)
    const [index] = rows
    const done = index ? ` (${index.phase}${index.share === null ? '' : `, ${index.share} %`})` : ''
    tell(`${name} has been running for ${seconds(began)}${done}`)
  }
  return {
    begins(name) {
      const began = performance.now()
      // If the database is unavailable, the migration itself reports it.
      const timer = setInterval(() => void note(name, began).catch(() => {}), reportEveryMs)
      current = { name, began, timer }
    },
    ends(isDone) {
      if (!current) return
      clearInterval(current.timer)
      if (isDone && performance.now() - current.began >= reportEveryMs) {
        tell(`${current.name} is done: ${seconds(current.began)}`)
      }
      current = undefined
    },
  }
}

/**
 * Returns the search path including the schemas of extensions that an administrator installed elsewhere, as Supabase
 * does. An index refers to the operators of an extension without their schema.
 */
async function readSearchPath(turn: pg.Client): Promise<Record<string, string>> {
  const { rows } = await turn.query<{ path: string; others: string[] }>(extensionSchemasSql)
  const { path, others } = rows[0]!
  return others.length === 0 ? {} : { search_path: [path, ...others.map(pg.escapeIdentifier)].join(', ') }
}

interface Run {
  folder: string
  session: Record<string, string>
  progress: Progress
}

async function runMigrations(connection: pg.ClientConfig, { folder, session, progress }: Run): Promise<void> {
  const { Migrator } = await import('@mikro-orm/migrations')
  // Migrations are SQL files and need no entities.
  const orm = await MikroORM.init({
    ...buildOrmOptions(connection, { poolMax: 2, entities: [], session: formatStartupOptions(session), silentMsMax }),
    extensions: [Migrator],
    migrations: { ...migrationOptions, path: folder },
  })
  orm.migrator.on('migrating', ({ name }) => progress.begins(name))
  orm.migrator.on('migrated', () => progress.ends(true))
  try {
    await untilLocksAreFree(() => orm.migrator.up().finally(() => progress.ends(false)))
  } finally {
    await orm.close()
  }
}

// A migration may be slow, and restarts if its connection is given up, so a busy server may answer late.
const silentMsMax = 30_000

const lockNotAvailable = '55P03'
const deadlock = '40P01'
const triesMax = 20
const betweenTriesMs = 1_000

// A statement that waits for a table lock blocks all others behind it. It therefore times out soon, lets them through,
// and is retried.
async function untilLocksAreFree(work: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await work()
      return
    } catch (error) {
      if (![lockNotAvailable, deadlock].includes(errorCode(error) ?? '') || tried === triesMax) throw error
      await pause(betweenTriesMs)
    }
  }
}

function errorCode(error: unknown): string | undefined {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code ?? (cause ? errorCode(cause) : undefined)
}

export const migrationsFolder = path.join(import.meta.dirname, '..', '..', 'migrations')

/**
 * The schema that all migrations create, which `npm run migration` compares with the entities:
 * `migrations/snapshot.json`.
 */
export const snapshotOptions = { path: migrationsFolder, snapshot: true, snapshotName: 'snapshot' }

const migrationOptions = {
  glob: 'Migration*.ts',
  snapshot: false,
  silent: true,
  disableForeignKeys: false,
  allOrNothing: false,
}
