import type pg from 'pg'
import { isStalePlan, registerStatement, type Sql, type StatementCall, toPositional } from '../lib/sql.ts'

/** Returns hand-written statements on the ORM's own pool; each one is committed separately. */
export function createStatements(pool: pg.Pool): Sql {
  return {
    async query(...call: StatementCall) {
      return (await sendStatement(pool, call)).rows as never[]
    },
    async write(...call: StatementCall) {
      return (await sendStatement(pool, call)).rowCount ?? 0
    },
  }
}

/**
 * Returns statements for slow reads. Each is planned for its own values, even if the database uses generic plans for
 * others (deploy/partition-payments.sql): the number of requested rows decides between an index and sorting the entire
 * account.
 */
export function createSlowStatements(pool: pg.Pool): Pick<Sql, 'query'> {
  return {
    async query(...call: StatementCall) {
      const { text, values } = toPositional(...call)
      registerStatement(text)
      const client = await pool.connect()
      try {
        return (await readSlowly(client, text, values)) as never[]
      } finally {
        client.release()
      }
    },
  }
}

async function readSlowly(client: pg.PoolClient, text: string, values: unknown[], isSecond = false): Promise<object[]> {
  try {
    await client.query('begin read only; set local plan_cache_mode = force_custom_plan')
    const { rows } = await client.query(text, values)
    await client.query('commit')
    return rows
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (isSecond || !isStalePlan(error)) throw error
    return readSlowly(client, text, values, true)
  }
}

// Every request runs this, so it uses callbacks: promises would cost about as much as the statement.
function sendStatement(pool: pg.Pool, call: StatementCall): Promise<pg.QueryResult> {
  const { text, values } = toPositional(...call)
  registerStatement(text)
  return new Promise((resolve, reject) => {
    pool.connect((failure, client, release) => {
      if (failure || !client) return reject(failure)
      const attempt = (isSecond: boolean) => {
        client.query(text, values, (error, result) => {
          if (error && !isSecond && isStalePlan(error)) return attempt(true)
          release()
          if (error) reject(error)
          else resolve(result)
        })
      }
      attempt(false)
    })
  })
}
