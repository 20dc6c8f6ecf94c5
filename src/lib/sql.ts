import { createHash } from 'node:crypto'
import pg from 'pg'
import { noteDiskFull } from './disk-full.ts'
import { DatabaseSilent, type Watch, watchServer } from './silence.ts'

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
  const watch = watchServer(pool.options)
  // A client that is out of its pool has nobody else to listen; the statement that is cut off tells the same.
  pool.on('connect', client => client.on('error', () => {}))
  return {
    ...sqlOn(query => askPool(pool, watch, query)),
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await attemptTransaction(pool, watch, work)
        } catch (error) {
          if (attempt === attemptsMax || !retriedStates.has((error as { code?: string }).code ?? '')) throw error
        }
      }
    },
  }
}

// The hot path of every request, so by callbacks: promises would cost about as much as the statement.
function askPool(pool: pg.Pool, watch: Watch, query: pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    let giveBack: ((error?: Error) => void) | undefined
    let hasGivenUp = false
    const stop = watch(error => {
      hasGivenUp = true
      stop()
      giveBack?.(error)
      reject(error)
    })
    pool.connect((failure, client, release) => {
      if (hasGivenUp) return release()
      if (failure || !client) {
        stop()
        return reject(failure)
      }
      giveBack = release
      client.query(query, (error, result) => {
        if (hasGivenUp) return
        stop()
        release()
        if (error) {
          noteDiskFull(error)
          reject(error)
        } else resolve(result)
      })
    })
  })
}

async function attemptTransaction<Result>(
  pool: pg.Pool,
  watch: Watch,
  work: (tx: Sql) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool, watch)
  const ask = (query: pg.QueryConfig | string) => askClient(client, watch, query)
  let silent: DatabaseSilent | undefined
  try {
    await ask('begin')
    const result = await work(sqlOn(ask))
    await ask('commit')
    return result
  } catch (error) {
    silent = error instanceof DatabaseSilent ? error : await rollback(ask)
    throw silent ?? error
  } finally {
    client.release(silent)
  }
}

/** Undefined when it worked, and when the connection is lost, which comes to the same. */
async function rollback(ask: (text: string) => Promise<unknown>): Promise<DatabaseSilent | undefined> {
  try {
    await ask('rollback')
  } catch (error) {
    if (error instanceof DatabaseSilent) return error
  }
}

function connect(pool: pg.Pool, watch: Watch): Promise<pg.PoolClient> {
  return answered(watch, done =>
    pool.connect((error, client, release) => {
      if (!done(error, client!)) release()
    }),
  )
}

function askClient(client: pg.PoolClient, watch: Watch, query: pg.QueryConfig | string): Promise<pg.QueryResult> {
  return answered(watch, done => client.query(query as pg.QueryConfig, done))
}

/** `done` returns whether a query still waits. */
function answered<Result>(
  watch: Watch,
  start: (done: (error: Error | undefined | null, result: Result) => boolean) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let isAwaited = true
    const stop = watch(error => {
      isAwaited = false
      stop()
      reject(error)
    })
    start((error, result) => {
      stop()
      if (error) {
        noteDiskFull(error)
        reject(error)
      } else resolve(result)
      return isAwaited
    })
  })
}

function sqlOn(ask: (query: pg.QueryConfig) => Promise<pg.QueryResult>): Sql {
  const run = (text: string, values: unknown[]) => ask({ name: nameOf(text), text, values, types: plainTypes })
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

/** A database whose every transaction is the one that is under way. */
export function within(tx: Sql): Database {
  return { ...tx, transaction: work => work(tx) }
}
