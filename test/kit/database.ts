import { randomBytes } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type OpenDatabase } from '../../src/database/open.ts'
import { execute, withDatabase } from './connection.ts'
import { allEntities } from './entities.ts'

export interface TestDatabase extends OpenDatabase {
  pool: pg.Pool
  /** Closes the pool and removes the database, even while others are connected. */
  drop(): Promise<void>
}

/** A migrated database of this test's own, copied in about 20 ms where the server is kept in memory. */
export function createTestDatabase(): Promise<TestDatabase> {
  return makeDatabase(inject('templateDatabase'))
}

/** Returns a database without any table. */
export function emptyTestDatabase(): Promise<TestDatabase> {
  return makeDatabase('template0')
}

async function makeDatabase(template: string): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `warung_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await execute(server, `create database ${name} template ${template} strategy file_copy`)
  const connection = withDatabase(server, name)
  const open = await connectTestDatabase(connection)
  return {
    ...open,
    pool: (await open.orm.em.getConnection().getNativeClient()) as unknown as pg.Pool,
    async drop() {
      await open.close()
      await execute(server, `drop database ${name} with (force)`)
    },
  }
}

const poolMax = 20

// To discover all entities takes longer than all else that opens a shop, so that each ORM serves one database of this
// worker after another.
const closedOrms: MikroORM[] = []

/** Opens a database for the tests of one file. What a test left running finds it closed, and not the next one open. */
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
