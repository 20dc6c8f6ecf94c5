import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, databaseOn } from '../../src/lib/sql.ts'
import { execute, withDatabase } from './connection.ts'

export interface TestDatabase {
  /** For what opens connections of its own: `connectDatabase(connection, ...)`, a child process. */
  connection: pg.ClientConfig
  pool: pg.Pool
  sql: Database
  /** Closes the pool and removes the database, even while others are connected. */
  drop(): Promise<void>
}

/** A migrated database of this test's own, copied in about 30 ms. */
export function createTestDatabase(): Promise<TestDatabase> {
  return makeDatabase(inject('templateDatabase'))
}

/** The same without any table. */
export function emptyTestDatabase(): Promise<TestDatabase> {
  return makeDatabase('template0')
}

async function makeDatabase(template: string): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `warung_test_${process.pid}_${randomBytes(4).toString('hex')}`
  // PostgreSQL refuses to copy a database that is being copied, so the workers take turns.
  await execute(server, `select pg_advisory_lock(${copyTurn})`, `create database ${name} template ${template}`)
  const connection = withDatabase(server, name)
  const pool = new pg.Pool({ ...connection, max: poolMax })
  // `drop` cuts off connections that are still saying goodbye; nobody listens to them any more.
  pool.on('connect', client => client.on('error', () => {}))
  pool.on('error', () => {})
  return {
    connection,
    pool,
    sql: databaseOn(pool),
    async drop() {
      await pool.end()
      await execute(server, `drop database ${name} with (force)`)
    },
  }
}

const copyTurn = 7_240_312
const poolMax = 16
