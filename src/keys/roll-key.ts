import { LockMode } from '@mikro-orm/core'
import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { toNullIfEndless } from '../database/open-ended.ts'
import { notFound, Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { ApiKey } from './api-key.ts'
import { writeKey } from './create-key.ts'
import { waitUntilForgotten } from './standing.ts'

const overlapMaxS = 30 * 86_400

export interface RolledKey {
  /** The new key's text, which is shown only once. */
  key: string
  oldExpiresAt: Date
}

/**
 * Creates a key with the rights of an old one, and limits the life of the old one. Both work for `overlapS` seconds, so
 * that backends can switch without a pause. Without an overlap, every process refuses the old one once this returns.
 * Refuses `not_found`, and `refused_transition` for a key that has ended.
 */
export async function rollKey(
  app: Needs<'transaction' | 'seal' | 'now' | 'reactions'>,
  accountId: number,
  { keyId, overlapS }: { keyId: number; overlapS: number },
  by: Actor = commandActor,
): Promise<RolledKey> {
  if (!Number.isInteger(overlapS) || overlapS < 0 || overlapS > overlapMaxS) {
    throw refuseField('overlap', 'is nothing to 30 days', { code: 'out_of_range', min: 0, max: 30 })
  }
  const now = app.now()
  const end = new Date(now.getTime() + overlapS * 1000)
  const rolled = await app.transaction({ accountId, mode: 'both' }, async tx => {
    const old = await tx.em.findOne(ApiKey, keyId, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!old) throw notFound('API key')
    if (!old.isUsableAt(now)) throw new Refusal('refused_transition', 'This key has ended: create a new one')
    const { mode, label, isRateLimited, scopes, allowedAddresses } = old
    const expiresAt = toNullIfEndless(old.expiresAt) ?? undefined
    const oldExpiresAt = expiresAt && expiresAt < end ? expiresAt : end
    old.expiresAt = oldExpiresAt
    const anew = { accountId, mode, label, isRateLimited, scopes, allowedAddresses, expiresAt }
    const { key, id } = await writeKey(app, tx, anew, by)
    await recordAct(app, tx, {
      accountId,
      ...by,
      act: 'key.rolled',
      subject: `key ${keyId}`,
      detail: { into: `key ${id}` },
    })
    return { key, oldExpiresAt }
  })
  if (overlapS === 0) await waitUntilForgotten()
  return rolled
}
