import pg from 'pg'
import { toPositional } from '../lib/sql.ts'
import { statement } from '../lib/statement.ts'

// Means "Warung limits its sessions". If two processes set the same role at once, PostgreSQL refuses one of them.
const limitLock = 7_240_314

// Held until the session ends. An advisory lock, because a row to lock may not exist yet.
const takeTurnSql = statement<{ lock: number }>('select pg_advisory_lock(:lock)')

/**
 * Sets the limits of this role's sessions in this database, because a pooler rejects startup options or silently drops
 * them. Processes that start together take turns, and one that finds the limits already set changes nothing.
 */
export async function limitSessionsOfRole(direct: pg.ClientConfig, limits: Record<string, string>): Promise<void> {
  const client = new pg.Client(direct)
  await client.connect()
  try {
    if (await hasLimits(client, limits)) return
    await client.query(toPositional(takeTurnSql, { lock: limitLock }))
    const database = client.escapeIdentifier(client.database!)
    for (const [name, value] of Object.entries(limits)) {
      await client.query(`alter role current_user in database ${database} set ${name} = '${value}'`)
    }
  } finally {
    await client.end()
  }
}

// A new session has the settings of its role.
async function hasLimits(client: pg.Client, limits: Record<string, string>): Promise<boolean> {
  for (const [name, value] of Object.entries(limits)) {
    const { rows } = await client.query<Record<string, string>>(`show ${name}`)
    if (rows[0]![name] !== value) return false
  }
  return true
}
