import { randomBytes } from 'node:crypto'
import { MongoClient } from 'mongodb'
import type pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from '../kit/database.ts'
import { findMongod, howToHaveMongod, startMongod, type TestMongod } from '../kit/mongod/start.ts'

/** A new store for Agenda: the scheduler's input, and direct access to it. */
export interface TestStore {
  needs: { mongodbUrl: string | undefined; postgres: pg.PoolConfig }
  jobs(): Promise<{ name: string; nextRunAt: Date; locked: boolean }[]>
  /** Makes every next run this much earlier. */
  dateBack(ms: number): Promise<void>
  /** Drops the table or the collection. */
  drop(): Promise<void>
  empty(): Promise<void>
  end(): Promise<void>
}

export interface StoreKind {
  name: string
  open(): Promise<TestStore>
}

/** Returns every store that this machine can test. Without a MongoDB server it prints that its tests are skipped. */
export function useStores(): StoreKind[] {
  const mongod = useMongod()
  const onPostgres = { name: 'PostgreSQL', open: openPostgres }
  if (mongod) return [onPostgres, { name: 'MongoDB', open: () => openMongo(mongod().url) }]
  process.stderr.write(`Left out: Agenda on MongoDB. To have it: ${howToHaveMongod}\n`)
  return [onPostgres]
}

/**
 * Returns MONGODB_URL, or the server that build.sh built, with its data in a separate database on the tests'
 * PostgreSQL.
 */
export function useMongod(): (() => Pick<TestMongod, 'url'> & Partial<TestMongod>) | undefined {
  const given = process.env.MONGODB_URL
  if (given) return () => ({ url: given })
  const binary = findMongod()
  if (!binary) return undefined
  let mongod: TestMongod | undefined
  let database: TestDatabase | undefined
  beforeAll(async () => {
    database = await createEmptyTestDatabase()
    mongod = await startMongod(binary, database.connection)
  })
  afterAll(async () => {
    await mongod?.kill()
    await database?.drop()
  })
  return () => mongod!
}

export async function openPostgres(): Promise<TestStore> {
  const { connection, pool, drop } = await createTestDatabase()
  return {
    needs: { mongodbUrl: undefined, postgres: connection },
    async jobs() {
      const { rows } = await pool.query('select name, next_run_at, locked_at from agenda_jobs order by name')
      return rows.map(row => ({ name: row.name, nextRunAt: row.next_run_at, locked: row.locked_at !== null }))
    },
    async dateBack(ms) {
      await pool.query(`update agenda_jobs set next_run_at = next_run_at - $1 * interval '1 ms'`, [ms])
    },
    async drop() {
      await pool.query('drop table agenda_jobs')
    },
    async empty() {
      await pool.query('delete from agenda_jobs')
    },
    end: drop,
  }
}

export async function openMongo(server: string): Promise<TestStore> {
  const url = server.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?[^?]*/, `$1/jobs_${randomBytes(4).toString('hex')}`)
  const look = new MongoClient(url)
  const collection = look.db().collection('agendaJobs')
  return {
    needs: { mongodbUrl: url, postgres: {} },
    async jobs() {
      const documents = await collection.find().sort({ name: 1 }).toArray()
      return documents.map(job => ({ name: job.name, nextRunAt: job.nextRunAt, locked: Boolean(job.lockedAt) }))
    },
    async dateBack(ms) {
      for (const job of await collection.find().toArray()) {
        await collection.updateOne({ _id: job._id }, { $set: { nextRunAt: new Date(job.nextRunAt.getTime() - ms) } })
      }
    },
    async drop() {
      await collection.drop()
    },
    async empty() {
      await collection.deleteMany({})
    },
    async end() {
      await look.db().dropDatabase()
      await look.close()
    },
  }
}
