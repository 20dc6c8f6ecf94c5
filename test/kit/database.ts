import { randomBytes } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type OpenDatabase } from '../../src/database/open.ts'
import { executeStatements, selectDatabase } from './connection.ts'
import { allEntities } from './entities.ts'

export interface TestDatabase extends OpenDatabase {
  pool: pg.Pool
  /** Closes the pool and drops the database, even if others are connected. */
  drop(): Promise<void>
}

/** Creates a migrated database for this test, copied in about 20 ms if the server's files are in memory. */
export function createTestDatabase(): Promise<TestDatabase> {
  return makeDatabase(inject('templateDatabase'))
}

/** Returns a database without any table. */
export function createEmptyTestDatabase(): Promise<TestDatabase> {
  return makeDatabase('template0')
}

async function makeDatabase(template: string): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `warung_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await executeStatements(server, `create database ${name} template ${template} strategy file_copy`)
  const connection = selectDatabase(server, name)
  const open = await connectTestDatabase(connection)
  return {
    ...open,
    pool: (await open.orm.em.getConnection().getNativeClient()) as unknown as pg.Pool,
    async drop() {
      await open.close()
      await executeStatements(server, `drop database ${name} with (force)`)
    },
  }
}

const poolMax = 20

// Discovering all entities takes longer than the rest of opening a shop, so each ORM serves this worker's databases one
// after another.
const closedOrms: MikroORM[] = []

/**
 * Opens a database for the tests of one file. Work that a test left running finds it closed, and does not use the next
 * one.
 */
export async function connectTestDatabase(connection: pg.ClientConfig): Promise<OpenDatabase> {
  const orm = closedOrms.pop()
  const open = await connectDatabase(connection, { poolMax, entities: allEntities, ...(orm && { orm }) })
  let isOpen = true
  const mustBeOpen = () => {
    if (!isOpen) throw new Error(`the database ${connection.database} is closed`)
  }
  return {
    ...open,
    em(scope) {
      mustBeOpen()
      return open.em(scope)
    },
    async transaction(...given) {
      mustBeOpen()
      return open.transaction(...given)
    },
    async close() {
      if (!isOpen) return
      isOpen = false
      await open.close()
      closedOrms.push(open.orm)
    },
  }
}
