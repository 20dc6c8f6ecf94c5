import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { ApiKey } from './api-key.ts'
import { waitUntilForgotten } from './standing.ts'

/**
 * Revokes a key permanently. Once it returns, every process refuses the key. Returns false if it was already revoked.
 * Refuses `not_found`.
 */
export async function revokeKey(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  keyId: number,
  by: Actor = commandActor,
): Promise<boolean> {
  const isNew = await app.transaction({ accountId, mode: 'both' }, async tx => {
    const revoked = await tx.em.nativeUpdate(ApiKey, { id: keyId, revokedAt: null }, { revokedAt: app.now() })
    if (revoked === 1) {
      await recordAct(app, tx, { accountId, ...by, act: 'key.revoked', subject: `key ${keyId}` })
      return true
    }
    if ((await tx.em.count(ApiKey, { id: keyId })) === 0) throw notFound('API key')
    return false
  })
  if (isNew) await waitUntilForgotten()
  return isNew
}
