import { setTimeout as pause } from 'node:timers/promises'
import {
  type EntityClass,
  type EntityManager,
  type EntityMetadata,
  MikroORM,
  type Options,
} from '@mikro-orm/postgresql'
import pg from 'pg'
import { type Config, ConfigError } from '../config.ts'
import { embeddedFolder, type StartingDatabase } from '../embedded/embedded-database.ts'
import {
  type EmbeddedPostgres,
  FolderInUse,
  findFolderConnection,
  startEmbeddedPostgres,
} from '../embedded/embedded-postgres.ts'
import { watchServer } from '../lib/silence.ts'
import type { Database } from '../lib/sql.ts'
import { leftTables } from '../modules/left-tables.ts'
import { WatchedClient } from './client.ts'
import { FlushGuard } from './flush-guard.ts'
import { limitSessionsOfRole } from './limit-sessions-of-role.ts'
import { watchPool } from './pool.ts'
import { RowLockingDriver } from './row-locks.ts'
import { forkScoped, type Scope } from './scope.ts'
import { createSlowReads, type SlowReads } from './slow-reads.ts'
import { explainAddress } from './start-failure.ts'
import { createSlowStatements, createStatements } from './statements.ts'
import { createTransactions, type TransactQuietly } from './transaction.ts'

export interface OpenDatabase extends SlowReads {
  orm: MikroORM
  em(scope: Scope): EntityManager
  transaction: TransactQuietly
  sql: Database
  /** A direct connection to the primary, for work that needs its own session. */
  connection: pg.ClientConfig
  close(): Promise<void>
}

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'dataDir' | 'databasePoolMax'> &
  Partial<Pick<Config, 'databaseDirectUrl' | 'databaseReadUrl'>>

/** The classes of all tables: the core's, the modules' (`app.ts`) and the bot's. */
export type Entities = readonly EntityClass<object>[]

/**
 * Opens the configured database or the embedded one. The embedded one is started, unless another process is already
 * starting it, and stops when this is closed.
 */
export async function openDatabase(
  config: DatabaseSettings,
  entities: Entities,
  starting?: StartingDatabase,
): Promise<OpenDatabase> {
  const { databaseUrl, databasePoolMax: poolMax } = config
  if (databaseUrl) return connectServer({ ...config, databaseUrl }, { poolMax, entities })
  // The last steps of a starting server take as long.
  const orm = starting && (await discoverEntities(entities))
  const embedded = await (starting?.serves ?? startEmbeddedPostgres({ dir: embeddedFolder(config) }))
  try {
    return await connectDatabase(embedded.connection, { poolMax, entities, embedded, ...(orm && { orm }) })
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Returns an ORM that knows the entities, and not yet the server. */
function discoverEntities(entities: Entities): Promise<MikroORM> {
  return MikroORM.init(buildOrmOptions({ user: 'unknown', database: 'unknown' }, { poolMax: 1, entities }))
}

async function connectServer(
  { databaseUrl, databaseDirectUrl, databaseReadUrl }: DatabaseSettings & { databaseUrl: string },
  options: ConnectOptions,
): Promise<OpenDatabase> {
  const direct = { connectionString: databaseDirectUrl ?? databaseUrl }
  const connect = () =>
    connectDatabase(direct, {
      ...options,
      ...(databaseDirectUrl && { pooler: { connectionString: databaseUrl } }),
      ...(databaseReadUrl && { replica: { connectionString: databaseReadUrl } }),
    })
  try {
    await waitForRecovery(direct)
  } catch (error) {
    // A missing database is created below.
    if ((error as { code?: string }).code === '3D000') return connect()
    const name = databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
    const { code, message } = error as { code?: unknown; message: string }
    const problem = `${name} leads to no database that can be used: ${message}${explainAddress(code)}`
    throw new ConfigError([problem], { cause: error })
  }
  return connect()
}

// After a crash or restart the server accepts connections and answers that it is still starting.
async function waitForRecovery(connection: pg.ClientConfig): Promise<void> {
  const deadline = Date.now() + recoveryMsMax
  for (;;) {
    const trial = new pg.Client({ ...connection, connectionTimeoutMillis: connectionTimeoutMs })
    // `connect` already reports later errors, such as the end of the connection.
    trial.on('error', () => {})
    try {
      await trial.connect()
      return await trial.end()
    } catch (error) {
      const isStarting = (error as { code?: string }).code === cannotConnectNow
      if (!isStarting || Date.now() > deadline) throw error
      await pause(recoveryPollMs)
    }
  }
}

const cannotConnectNow = '57P03'
const recoveryMsMax = 60_000
const recoveryPollMs = 250

/** Opens the database for a command, which shares the embedded database with a running shop. */
export async function joinDatabase(config: DatabaseSettings, entities: Entities): Promise<OpenDatabase> {
  try {
    return await openDatabase(config, entities)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const connection = await findFolderConnection(embeddedFolder(config))
    return connectDatabase(connection, { poolMax: config.databasePoolMax, entities })
  }
}

export interface ConnectOptions {
  poolMax: number
  entities: Entities
  /** The embedded server, which is stopped together with the connections. */
  embedded?: EmbeddedPostgres
  /** A pooler that shares sessions between transactions, such as PgBouncer: the pool uses it, `connection` does not. */
  pooler?: pg.ClientConfig
  /** The server for slow reads. */
  replica?: pg.ClientConfig
  /** A closed ORM with the same entities, which need not be discovered again. */
  orm?: MikroORM
}

export async function connectDatabase(
  connection: pg.ClientConfig,
  { poolMax, entities, embedded, pooler, replica, orm }: ConnectOptions,
): Promise<OpenDatabase> {
  if (pooler) await limitSessionsOfRole(connection, limits)
  const session = pooler ? undefined : sessionLimits
  const primary = await openPool(pooler ?? connection, { poolMax, entities, session }, orm)
  const copy = replica && (await openPool(replica, { poolMax, entities, session: sessionLimits }))
  const { em, sql, transaction } = primary
  return {
    orm: primary.orm,
    em,
    transaction,
    ...createSlowReads(poolMax, { primary: primary.reads, ...(copy && { replica: copy.reads }) }),
    sql: { ...sql, transaction: work => transaction('installation', work) },
    connection,
    async close() {
      await primary.orm.close()
      await copy?.orm.close()
      await embedded?.stop()
    },
  }
}

async function openPool(connection: pg.ClientConfig, options: PoolOptions, closed?: MikroORM) {
  const settings = buildOrmOptions(connection, options)
  const orm = closed ?? (await MikroORM.init(settings))
  await closed?.reconnect(settings)
  const pool = (await orm.em.getConnection().getNativeClient()) as unknown as pg.Pool
  const em = (scope: Scope) => forkScoped(orm, scope)
  const transaction = createTransactions(orm)
  return {
    orm,
    em,
    transaction,
    sql: createStatements(pool),
    reads: { em, transaction, sql: createSlowStatements(pool) },
  }
}

const connectionTimeoutMs = 10_000

/** A date format that does not depend on the database's settings, because the driver reads no other. */
export const plainDates = { DateStyle: 'ISO, MDY' }

const limits = {
  statement_timeout: '15s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '30s',
  ...plainDates,
}

/** The timeouts of a statement, a lock and an idle transaction, and the date format, sent when a connection begins. */
const sessionLimits = formatStartupOptions(limits)

/** Returns the startup parameter `options` of PostgreSQL. */
export function formatStartupOptions(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, '\\$&')}`)
    .join(' ')
}

export interface PoolOptions {
  poolMax: number
  entities: Entities
  /** The startup options of each connection; undefined if a pooler would not pass them on. */
  session?: string | undefined
  /** How long the server may be silent before statements fail, in milliseconds, if different from the default. */
  silentMsMax?: number
}

export function buildOrmOptions(
  connection: pg.ClientConfig,
  { poolMax, entities, session, silentMsMax }: PoolOptions,
): Options {
  // The driver parses all forms of address, including `?host=/folder` of a unix socket; the ORM does not.
  const { host, port, user, password, database, ssl } = new pg.Client(connection)
  const watch = watchServer(connection, silentMsMax)
  return {
    host,
    port,
    user: user!,
    ...(typeof password === 'string' ? { password } : {}),
    dbName: database!,
    driver: RowLockingDriver,
    entities: [...entities],
    discovery: { onMetadata: refuseToDeleteTogether, warnWhenNoEntities: false },
    subscribers: [new FlushGuard()],
    // A relation may refer to a row that the scope hides, such as the operator's connection; the referring row is still
    // visible.
    autoJoinRefsForFilters: false,
    schemaGenerator: { skipTables: ['agenda_jobs', ...leftTables], ignoreSchema: ['sandbox', 'local_bot_api'] },
    pool: { min: 0, max: poolMax },
    driverOptions: {
      ssl,
      Client: WatchedClient,
      watch,
      onPoolCreated: (pool: pg.Pool) => watchPool(pool, watch),
      connectionTimeoutMillis: connectionTimeoutMs,
      ...(session !== undefined && { options: session }),
    },
  }
}

/** Prevents deleting or renaming a row that others refer to; the ORM's default would cascade to them. */
function refuseToDeleteTogether(meta: EntityMetadata): void {
  for (const property of Object.values(meta.properties)) {
    if (property.kind === 'scalar') continue
    property.deleteRule ??= 'no action'
    property.updateRule ??= 'no action'
  }
}
