import path from 'node:path'
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
import { connectionOfFolder, type EmbeddedPostgres, startEmbeddedPostgres } from '../lib/embedded-postgres.ts'
import { FolderInUse } from '../lib/folder-lock.ts'
import { watchServer } from '../lib/silence.ts'
import type { Database } from '../lib/sql.ts'
import { WatchedClient } from './client.ts'
import { FlushGuard } from './flush-guard.ts'
import { watchPool } from './pool.ts'
import { type Scope, scoped } from './scope.ts'
import { type Slowly, slowReads } from './slow-reads.ts'
import { statementsOn } from './statements.ts'
import { type Transact, transactionsOn } from './transaction.ts'

export interface OpenDatabase {
  orm: MikroORM
  em(scope: Scope): EntityManager
  transaction: Transact
  slowly: Slowly
  sql: Database
  connection: pg.ClientConfig
  close(): Promise<void>
}

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'dataDir' | 'databasePoolMax'>

/** The classes of all tables: those of the rooms (`app.ts`) and the bot's. */
export type Entities = readonly EntityClass<object>[]

/** Opens the database that the settings name, or starts the embedded one, which ends when this is closed. */
export async function openDatabase(config: DatabaseSettings, entities: Entities): Promise<OpenDatabase> {
  const { databaseUrl, databasePoolMax: poolMax } = config
  if (databaseUrl) return connectServer(databaseUrl, { poolMax, entities })
  const embedded = await startEmbeddedPostgres({ dir: embeddedFolder(config) })
  try {
    return await connectDatabase(embedded.connection, { poolMax, entities, embedded })
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

async function connectServer(address: string, options: ConnectOptions): Promise<OpenDatabase> {
  const connection = { connectionString: address }
  try {
    await recovered(connection)
  } catch (error) {
    // A database that is not there yet is made below.
    if ((error as { code?: string }).code === '3D000') return connectDatabase(connection, options)
    throw new ConfigError([`DATABASE_URL leads to no database that can be used: ${(error as Error).message}`])
  }
  return connectDatabase(connection, options)
}

// After a crash or a restart the server takes connections and answers that it is still starting.
async function recovered(connection: pg.ClientConfig): Promise<void> {
  const deadline = Date.now() + recoveryMsMax
  for (;;) {
    const trial = new pg.Client({ ...connection, connectionTimeoutMillis: connectionTimeoutMs })
    // What comes after its refusal, such as the end of the connection, is told by `connect` already.
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

/** The same for a command: where a shop is running on the embedded database, it is used together with it. */
export async function joinDatabase(config: DatabaseSettings, entities: Entities): Promise<OpenDatabase> {
  try {
    return await openDatabase(config, entities)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const connection = await connectionOfFolder(embeddedFolder(config))
    return connectDatabase(connection, { poolMax: config.databasePoolMax, entities })
  }
}

function embeddedFolder(config: DatabaseSettings): string {
  return path.join(config.dataDir, 'postgres')
}

export interface ConnectOptions {
  poolMax: number
  entities: Entities
  /** Ended together with the connections. */
  embedded?: EmbeddedPostgres
}

export async function connectDatabase(
  connection: pg.ClientConfig,
  { poolMax, entities, embedded }: ConnectOptions,
): Promise<OpenDatabase> {
  const orm = await MikroORM.init(ormOptions(connection, poolMax, entities))
  const pool = (await orm.em.getConnection().getNativeClient()) as unknown as pg.Pool
  const transaction = transactionsOn(orm)
  return {
    orm,
    em: scope => scoped(orm, scope),
    transaction,
    slowly: slowReads(poolMax),
    sql: { ...statementsOn(pool), transaction: work => transaction('installation', work) },
    connection,
    async close() {
      await orm.close()
      await embedded?.stop()
    },
  }
}

const connectionTimeoutMs = 10_000
const statementTimeoutMs = 15_000
const lockTimeoutMs = 10_000
const idleInTransactionTimeoutMs = 30_000

export function ormOptions(connection: pg.ClientConfig, poolMax: number, entities: Entities): Options {
  // The driver reads every form of address, `?host=/folder` of a unix socket too, which the ORM does not.
  const { host, port, user, password, database, ssl } = new pg.Client(connection)
  const watch = watchServer(connection)
  return {
    host,
    port,
    user: user!,
    ...(typeof password === 'string' ? { password } : {}),
    dbName: database!,
    entities: [...entities],
    discovery: { onMetadata: refuseToDeleteTogether, warnWhenNoEntities: false },
    subscribers: [new FlushGuard()],
    // A relation may lead to a row that the scope hides, the operator's connection say; the row itself is still ours.
    autoJoinRefsForFilters: false,
    schemaGenerator: { skipTables: ['agenda_jobs'], ignoreSchema: ['sandbox', 'local_bot_api'] },
    pool: { min: 0, max: poolMax },
    driverOptions: {
      ssl,
      Client: WatchedClient,
      watch,
      onPoolCreated: (pool: pg.Pool) => watchPool(pool, watch),
      connectionTimeoutMillis: connectionTimeoutMs,
      options: `-c statement_timeout=${statementTimeoutMs} -c lock_timeout=${lockTimeoutMs} -c idle_in_transaction_session_timeout=${idleInTransactionTimeoutMs}`,
    },
  }
}

/** A row that others refer to cannot be deleted or renamed; the ORM's own default would take the others along. */
function refuseToDeleteTogether(meta: EntityMetadata): void {
  for (const property of Object.values(meta.properties)) {
    if (property.kind === 'scalar') continue
    property.deleteRule ??= 'no action'
    property.updateRule ??= 'no action'
  }
}
