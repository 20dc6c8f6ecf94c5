import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'

/**
 * Ends a key for good; every process has noticed within a second. Returns false when it was revoked before.
 * Refuses `not_found`.
 */
export async function revokeKey(app: Needs<'sql' | 'now'>, accountId: number, keyId: number): Promise<boolean> {
  const revoked = await app.sql.write(
    'update api_key set revoked_at = $3 where id = $2 and account_id = $1 and revoked_at is null',
    [accountId, keyId, app.now()],
  )
  if (revoked === 1) return true
  const known = await app.sql.query('select 1 from api_key where id = $2 and account_id = $1', [accountId, keyId])
  if (known.length === 0) throw new Refusal('not_found', 'There is no such API key')
  return false
}
