import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * Hand-written SQL on the ORM's own pool. Texts are constants: each becomes a prepared statement once a connection.
 * `bigint` arrives as a number (amounts and ids stay far below 2^53), `timestamptz` as a Date, `jsonb` parsed.
 */
export interface Sql {
  /** The rows that the statement answers. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** How many rows the statement wrote: the answer to "did this guarded update win?". */
  write(text: string, values?: unknown[]): Promise<number>
}

/** Outside a transaction every statement commits by itself. */
export interface Database extends Sql {
  /** Runs the work in one READ COMMITTED transaction; a deadlock or a serialization failure runs it again, three times at most. */
  transaction<Result>(work: (tx: Sql) => Promise<Result>): Promise<Result>
}

const attemptsMax = 4
const retriedStates = new Set(['40001', '40P01'])

export function databaseOn(pool: pg.Pool): Database {
  return {
    ...sqlOn(pool),
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await attemptTransaction(pool, work)
        } catch (error) {
          if (attempt === attemptsMax || !retriedStates.has((error as { code?: string }).code ?? '')) throw error
        }
      }
    },
  }
}

async function attemptTransaction<Result>(pool: pg.Pool, work: (tx: Sql) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(sqlOn(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(failure => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

function sqlOn(connection: pg.Pool | pg.PoolClient): Sql {
  const run = (text: string, values: unknown[]) =>
    connection.query({ name: nameOf(text), text, values, types: plainTypes })
  return {
    async query<Row extends object>(text: string, values: unknown[] = []) {
      const result = await run(text, values)
      return result.rows as Row[]
    },
    async write(text, values = []) {
      const result = await run(text, values)
      return result.rowCount ?? 0
    },
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
  }
  return name
}

const { builtins } = pg.types
const asNumber = (text: string) => Number(text)
const asText = (text: string) => text
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, asNumber],
  [builtins.NUMERIC, asNumber],
  [builtins.DATE, asText],
])

// The ORM sets parsers of its own on this pool (timestamps as text), so each statement names the ones meant here.
const plainTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig
