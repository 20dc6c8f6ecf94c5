import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { executeStatements, selectDatabase } from '../../../test/kit/connection.ts'
import { connectDatabase } from '../src/lib/database.ts'
import type { Database } from '../src/lib/sql.ts'

export interface TestDatabase {
  sql: Database
  connection: pg.ClientConfig
  /** Closes the pool and removes the database, even while others are connected. */
  drop(): Promise<void>
}

/** Creates an empty database for a single test. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `local_bot_api_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await executeStatements(server, `create database ${name} template template0 strategy file_copy`)
  const connection = selectDatabase(server, name)
  const sql = connectDatabase(connection)
  return {
    sql,
    connection,
    async drop() {
      await sql.close()
      await executeStatements(server, `drop database ${name} with (force)`)
    },
  }
}
