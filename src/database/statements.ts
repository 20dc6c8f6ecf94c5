import type pg from 'pg'
import { register, type Sql } from '../lib/sql.ts'

/** Hand-written statements on the ORM's own pool, each of which commits by itself. */
export function statementsOn(pool: pg.Pool): Sql {
  return {
    async query<Row extends object>(text: string, values: unknown[] = []) {
      return (await ask(pool, text, values)).rows as Row[]
    },
    async write(text, values = []) {
      return (await ask(pool, text, values)).rowCount ?? 0
    },
  }
}

// The hot path of every request, so by callbacks: promises would cost about as much as the statement.
function ask(pool: pg.Pool, text: string, values: unknown[]): Promise<pg.QueryResult> {
  register(text)
  return new Promise((resolve, reject) => {
    pool.connect((failure, client, release) => {
      if (failure || !client) return reject(failure)
      client.query(text, values, (error, result) => {
        release()
        if (error) reject(error)
        else resolve(result)
      })
    })
  })
}
