import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { CallbackEndpoint } from './callback-endpoint.ts'

/**
 * Enables callbacks to an origin of the account again and forgets its failures. Paused deliveries wait for
 * `redeliver`. Refuses `not_found` if no endpoint of this origin is failing.
 */
export async function enableEndpoint(app: Needs<'em' | 'wake'>, accountId: number, origin: string): Promise<void> {
  const named = { account: accountId, origin: origin.toLowerCase().replace(/\/$/, '') }
  const removed = await app.em({ accountId }).nativeDelete(CallbackEndpoint, named)
  if (removed === 0) throw new Refusal('not_found', 'Nothing is known to fail at this address')
  app.wake.notify('callbacks')
}
