import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { ApiKey } from './api-key.ts'

/**
 * Ends a key for good; every process has noticed within a second. Returns false when it was revoked before.
 * Refuses `not_found`.
 */
export async function revokeKey(app: Needs<'em' | 'now'>, accountId: number, keyId: number): Promise<boolean> {
  const em = app.em('installation')
  const own = { id: keyId, account: accountId }
  const revoked = await em.nativeUpdate(ApiKey, { ...own, revokedAt: null }, { revokedAt: app.now() })
  if (revoked === 1) return true
  if ((await em.count(ApiKey, own)) === 0) throw new Refusal('not_found', 'There is no such API key')
  return false
}
