import { PostgresBackend } from '@agendajs/postgres-backend'
import type { JobRepository } from 'agenda'
import pg from 'pg'
import type { Log } from '../lib/log.ts'

/** The store of Agenda's few recurring jobs. It needs no backup, because everything in it can be created again. */
export interface AgendaStore {
  name: 'PostgreSQL' | 'MongoDB'
  repository: JobRepository
  /** Connects, and creates missing tables or indexes. */
  prepare(): Promise<void>
  close(): Promise<void>
}

const connectTimeoutMs = 3_000
const queryTimeoutMs = 10_000
const duplicateKey = 11_000

// The table comes from a migration and belongs to Agenda, so no entity describes it.
const hasTableSql = `select to_regclass('agenda_jobs') is not null as there`

export function createPostgresStore(connection: pg.PoolConfig, log: Log): AgendaStore {
  // A separate pool: the ORM's pool returns timestamps as text, with which Agenda cannot calculate.
  const pool = new pg.Pool({
    ...connection,
    application_name: 'warung agenda',
    max: 2,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    // A crash loses at most one tick of the timer. It is a startup option of direct connections: a `set` through a
    // pooler would remain on a connection that payments use.
    options: '-c synchronous_commit=off',
  })
  pool.on('error', error => log.debug({ err: error }, "a connection of the scheduler's store was lost"))

  // Without its LISTEN channel (four NOTIFYs per run): recurring jobs are found by polling, and hints come through
  // Wake.
  const options = { pool, disableNotifications: true }
  const { repository } = new PostgresBackend({ ...options, ensureSchema: false })
  return {
    name: 'PostgreSQL',
    repository,
    async prepare() {
      const { rows } = await pool.query(hasTableSql)
      // In case the table is dropped while the shop runs.
      if (!rows[0].there) await new PostgresBackend({ ...options, ensureSchema: true }).repository.connect()
    },
    close: () => pool.end(),
  }
}

// Its packages are loaded on demand, because they account for a twelfth of the loading time of a start.
export async function openMongoStore(url: string, log: Log): Promise<AgendaStore> {
  const [{ MongoClient }, { MongoBackend }] = await Promise.all([import('mongodb'), import('@agendajs/mongo-backend')])
  const client = new MongoClient(url, {
    appName: 'warung',
    maxPoolSize: 5,
    serverSelectionTimeoutMS: connectTimeoutMs,
    connectTimeoutMS: connectTimeoutMs,
    socketTimeoutMS: queryTimeoutMs,
    waitQueueTimeoutMS: queryTimeoutMs,
  })
  client.on('error', error => log.debug({ err: error }, "the scheduler's store reported an error"))

  const namesDatabase = /^[^/]+\/\/[^/]+\/[^?]/.test(url)
  const database = client.db(namesDatabase ? undefined : 'warung')
  const jobs = database.collection('agendaJobs')
  const { repository } = new MongoBackend({ mongo: database })

  // Agenda upserts a job by name. Without a unique index, two processes that start together would create two.
  async function keepNamesUnique() {
    try {
      await jobs.createIndex({ name: 1 }, { unique: true })
    } catch (error) {
      if ((error as { code?: unknown }).code !== duplicateKey) throw error
      await jobs.deleteMany({})
      await jobs.createIndex({ name: 1 }, { unique: true })
    }
  }

  return {
    name: 'MongoDB',
    repository,
    async prepare() {
      await client.connect()
      await keepNamesUnique()
      await repository.connect()
    },
    close: () => client.close(true),
  }
}
