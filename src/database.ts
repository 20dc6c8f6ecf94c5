import path from 'node:path'
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM, type Options } from '@mikro-orm/postgresql'
import pg from 'pg'
import { accountEntities } from './accounts/entities.ts'
import { type Config, ConfigError } from './config.ts'
import { connectionOfFolder, type EmbeddedPostgres, startEmbeddedPostgres } from './lib/embedded-postgres.ts'
import { FolderInUse } from './lib/folder-lock.ts'
import { type Database, databaseOn } from './lib/sql.ts'

export interface OpenDatabase {
  orm: MikroORM
  sql: Database
  connection: pg.ClientConfig
  close(): Promise<void>
}

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'dataDir' | 'databasePoolMax'>

/** Opens the database that the settings name, or starts the embedded one, which ends when this is closed. */
export async function openDatabase(config: DatabaseSettings): Promise<OpenDatabase> {
  if (config.databaseUrl) return connectServer(config.databaseUrl, config.databasePoolMax)
  const embedded = await startEmbeddedPostgres({ dir: embeddedFolder(config) })
  try {
    return await connectDatabase(embedded.connection, config.databasePoolMax, embedded)
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

async function connectServer(address: string, poolMax: number): Promise<OpenDatabase> {
  const connection = { connectionString: address }
  try {
    const trial = new pg.Client({ ...connection, connectionTimeoutMillis: connectionTimeoutMs })
    await trial.connect()
    await trial.end()
  } catch (error) {
    // A database that is not there yet is made below.
    if ((error as { code?: string }).code === '3D000') return connectDatabase(connection, poolMax)
    throw new ConfigError([`DATABASE_URL leads to no database that can be used: ${(error as Error).message}`])
  }
  return connectDatabase(connection, poolMax)
}

/** The same for a command: where a shop is running on the embedded database, it is used together with it. */
export async function joinDatabase(config: DatabaseSettings): Promise<OpenDatabase> {
  try {
    return await openDatabase(config)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    return connectDatabase(await connectionOfFolder(embeddedFolder(config)), config.databasePoolMax)
  }
}

function embeddedFolder(config: DatabaseSettings): string {
  return path.join(config.dataDir, 'postgres')
}

export async function connectDatabase(
  connection: pg.ClientConfig,
  poolMax: number,
  embedded?: EmbeddedPostgres,
): Promise<OpenDatabase> {
  const orm = await MikroORM.init(ormOptions(connection, poolMax))
  const pool = (await orm.em.getConnection().getNativeClient()) as unknown as pg.Pool
  return {
    orm,
    sql: databaseOn(pool),
    connection,
    async close() {
      await orm.close()
      await embedded?.stop()
    },
  }
}

// Two processes that migrate at once would both create the first table; this number means "Warung migrates".
const migrationLock = 7_240_311

/** Brings the schema up to date; processes that start together take turns. */
export async function migrate(connection: pg.ClientConfig): Promise<void> {
  const turn = new pg.Client(connection)
  await turn.connect()
  try {
    await turn.query('select pg_advisory_lock($1)', [migrationLock])
    const orm = await MikroORM.init(ormOptions(connection, 2))
    try {
      await orm.migrator.up()
    } finally {
      await orm.close()
    }
  } finally {
    await turn.end()
  }
}

const migrationsFolder = path.join(import.meta.dirname, '..', 'migrations')

const connectionTimeoutMs = 10_000
const statementTimeoutMs = 15_000
const lockTimeoutMs = 10_000
const idleInTransactionTimeoutMs = 30_000

function ormOptions(connection: pg.ClientConfig, poolMax: number): Options {
  // The driver reads every form of address, `?host=/folder` of a unix socket too, which the ORM does not.
  const { host, port, user, password, database, ssl } = new pg.Client(connection)
  return {
    host,
    port,
    user: user!,
    ...(typeof password === 'string' ? { password } : {}),
    dbName: database!,
    entities: [...accountEntities],
    extensions: [Migrator],
    migrations: {
      path: migrationsFolder,
      glob: 'Migration*.ts',
      snapshot: false,
      silent: true,
      disableForeignKeys: false,
      fileName: (timestamp: string, name?: string) => `Migration${timestamp}_${name}`,
    },
    pool: { min: 0, max: poolMax },
    driverOptions: {
      ssl,
      connectionTimeoutMillis: connectionTimeoutMs,
      options: `-c statement_timeout=${statementTimeoutMs} -c lock_timeout=${lockTimeoutMs} -c idle_in_transaction_session_timeout=${idleInTransactionTimeoutMs}`,
    },
  }
}
