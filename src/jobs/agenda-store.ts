import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { MongoBackend } from '@agendajs/mongo-backend'
import { PostgresBackend } from '@agendajs/postgres-backend'
import type { JobParameters, JobRepository } from 'agenda'
import { MongoClient } from 'mongodb'
import pg from 'pg'
import type { Log } from '../lib/log.ts'
import { hasTableSql } from './agenda-store-sql.ts'

/** Where Agenda keeps its few recurring jobs. Nothing in it is worth keeping: all of it is made again when it is gone. */
export interface AgendaStore {
  name: 'PostgreSQL' | 'MongoDB'
  repository: JobRepository
  /** Connects, and makes the table or the indexes that are missing. */
  prepare(): Promise<void>
  close(): Promise<void>
}

const connectTimeoutMs = 3_000
const queryTimeoutMs = 10_000
const duplicateKey = 11_000

export function postgresStore(connection: pg.PoolConfig, log: Log): AgendaStore {
  // A pool of its own: the ORM's pool answers timestamps as text, on which Agenda's date arithmetic dies.
  const pool = new pg.Pool({
    ...connection,
    application_name: 'warung agenda',
    max: 2,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    // The clock writes several times a second; what a crash takes of its last moments, `releaseOrphans` makes good. Said as
    // the connection begins, straight to the server: a `set` through a pooler would stay on a connection that payments use.
    options: '-c synchronous_commit=off',
  })
  pool.on('error', error => log.debug({ err: error }, "a connection of the scheduler's store was lost"))

  // Without its LISTEN channel (four NOTIFY a run): recurring jobs are found by looking, and hints come through Wake.
  const options = { pool, disableNotifications: true }
  const { repository } = new PostgresBackend({ ...options, ensureSchema: false })
  return {
    name: 'PostgreSQL',
    repository,
    async prepare() {
      const { rows } = await pool.query(hasTableSql)
      // For the day when somebody drops it.
      if (!rows[0].there) await new PostgresBackend({ ...options, ensureSchema: true }).repository.connect()
    },
    close: () => pool.end(),
  }
}

export function mongoStore(url: string, log: Log): AgendaStore {
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

  // Agenda upserts a job by its name, which makes two when two processes start at once and no index forbids it.
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

export interface WatchedStore {
  repository: JobRepository
  /** Since when it has failed to answer, as epoch milliseconds. */
  awaySince(): number | undefined
  failed(error: unknown): void
  /** Whether this process has locked the job and not yet let go of it, as far as it knows. */
  holds(job: JobParameters): boolean
  /** How many jobs this process has marked as running and not yet as finished. */
  running(): number
  /** From now on nothing more is locked; resolves when Agenda knows of every lock that it has. */
  close(): Promise<void>
}

/** Agenda's view of its store, which notices outages and knows what is held. */
export function watchStore(store: AgendaStore, log: Log): WatchedStore {
  const inner = store.repository
  const held = new Set<string>()
  const running = new Set<string>()
  const locking = new Set<Promise<unknown>>()
  let awaySince: number | undefined
  let closed = false

  function failed(error: unknown) {
    if (awaySince !== undefined) return
    awaySince = Date.now()
    log.warn({ err: error, store: store.name }, "the scheduler's store does not answer")
  }

  function answered() {
    if (awaySince === undefined) return
    log.info({ store: store.name, away_ms: Date.now() - awaySince }, "the scheduler's store answers again")
    awaySince = undefined
  }

  async function lockNext(...looked: Parameters<JobRepository['getNextJobToRun']>) {
    try {
      const job = await inner.getNextJobToRun(...looked)
      answered()
      if (job) held.add(String(job._id))
      return job
    } catch (error) {
      failed(error)
      throw error
    }
  }

  async function unlockJobs(ids: unknown[]) {
    for (const id of ids) held.delete(String(id))
    await inner.unlockJobs(ids.map(String))
  }

  const watched: Partial<JobRepository> = {
    async getNextJobToRun(...looked) {
      if (closed) return undefined
      const lock = lockNext(...looked)
      const settled = lock.catch(() => {}).finally(() => locking.delete(settled))
      locking.add(settled)
      return await lock
    },
    unlockJobs,
    // Agenda does not wait for this one: its failure would end the process.
    unlockJob: job => unlockJobs([job._id]).catch(failed),
    async saveJobState(job, options) {
      const id = String(job._id)
      const begins = Boolean(job.lockedAt)
      if (begins) running.add(id)
      let saved = false
      try {
        await inner.saveJobState(job, options)
        saved = true
      } finally {
        if (!begins || !saved) {
          running.delete(id)
          held.delete(id)
        }
      }
    },
  }

  return {
    repository: Object.assign(Object.create(inner), watched),
    awaySince: () => awaySince,
    failed,
    holds: job => held.has(String(job._id)),
    running: () => running.size,
    async close() {
      closed = true
      await Promise.all(locking)
      await turnOfTheLoop()
    },
  }
}
