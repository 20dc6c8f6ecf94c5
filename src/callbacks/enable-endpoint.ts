import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'

/**
 * Lets callbacks to this origin of the account leave again, as if it had never failed. What was paused meanwhile waits for
 * `redeliver`. Refuses `not_found` where nothing fails.
 */
export async function enableEndpoint(app: Needs<'sql' | 'wake'>, accountId: number, origin: string): Promise<void> {
  const removed = await app.sql.write('delete from callback_endpoint where account_id = $1 and origin = $2', [
    accountId,
    origin.toLowerCase().replace(/\/$/, ''),
  ])
  if (removed === 0) throw new Refusal('not_found', 'Nothing is known to fail at this address')
  app.wake.notify('callbacks')
}
