import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { insertKey, type NewKey } from './create-key.ts'

const overlapMaxS = 30 * 86_400

export interface RolledKey {
  /** The new key's text, shown this once. */
  key: string
  oldExpiresAt: Date
}

/**
 * Makes a key that may do what an old one may, and gives the old one an end: both work for `overlapS` seconds, so that
 * backends change over without a pause. Refuses `not_found`, and `refused_transition` for a key that has ended.
 */
export async function rollKey(
  app: Needs<'sql' | 'transaction' | 'seal' | 'now'>,
  accountId: number,
  { keyId, overlapS }: { keyId: number; overlapS: number },
): Promise<RolledKey> {
  if (!Number.isInteger(overlapS) || overlapS < 0 || overlapS > overlapMaxS) {
    throw refuseField('overlap', 'is nothing to 30 days')
  }
  const now = app.now()
  const end = new Date(now.getTime() + overlapS * 1000)
  return app.transaction({ accountId }, async tx => {
    const [old] = await tx.query<NewKey & { isUsable: boolean; oldExpiresAt: Date }>(
      `select account_id as "accountId", mode, label, is_rate_limited as "isRateLimited", scopes,
         allowed_addresses as "allowedAddresses", nullif(expires_at, 'infinity') as "expiresAt",
         revoked_at is null and expires_at > $3 as "isUsable", least(expires_at, $4) as "oldExpiresAt"
       from api_key where id = $2 and account_id = $1 for update`,
      [accountId, keyId, now, end],
    )
    if (!old) throw new Refusal('not_found', 'There is no such API key')
    if (!old.isUsable) throw new Refusal('refused_transition', 'This key has ended: create a new one')
    await tx.write('update api_key set expires_at = $2 where id = $1', [keyId, old.oldExpiresAt])
    return { key: await insertKey(app, tx, old), oldExpiresAt: old.oldExpiresAt }
  })
}
