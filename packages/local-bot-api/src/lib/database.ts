import pg from 'pg'
import type { Database, Sql } from './sql.ts'

/**
 * Connects to an existing PostgreSQL. A connection that the server ends while idle is opened again when it is needed.
 */
export function connectDatabase(connection: pg.PoolConfig): Database & { close(): Promise<void> } {
  const pool = new pg.Pool({ max: 8, ...connection })
  pool.on('error', () => {})
  return {
    ...statementsOn(pool),
    transaction: work => inTransaction(pool, work),
    close: () => pool.end(),
  }
}

const attemptsMax = 4
const retriedStates = new Set(['40001', '40P01'])

async function inTransaction<Result>(pool: pg.Pool, work: (tx: Sql) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(pool, work)
    } catch (error) {
      if (attempt === attemptsMax || !retriedStates.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

async function attemptTransaction<Result>(pool: pg.Pool, work: (tx: Sql) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let lost: Error | undefined
  try {
    await client.query('begin')
    const result = await work(statementsOn(client))
    await client.query('commit')
    return result
  } catch (error) {
    // A connection in an unknown state is not used again.
    await client.query('rollback').catch(failure => {
      lost = failure
    })
    throw error
  } finally {
    client.release(lost)
  }
}

function statementsOn(client: pg.Pool | pg.PoolClient): Sql {
  const ask = (text: string, values: unknown[] = []) => client.query({ text, values, types: parsers })
  return {
    query: async (text, values) => (await ask(text, values)).rows as never,
    write: async (text, values) => (await ask(text, values)).rowCount ?? 0,
  }
}

const { INT8, NUMERIC } = pg.types.builtins

// Ids and amounts stay far below 2^53.
const parsers = {
  getTypeParser: (oid: number, format?: 'text') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig
