import type { Needs } from '../needs.ts'

/** Returns whether a provider of real money is connected. */
export async function hasLiveConnection(app: Needs<'sql'>): Promise<boolean> {
  const rows = await app.sql.query(`select 1 from connection where mode = 'live' and is_active limit 1`)
  return rows.length > 0
}
