import { type Actor, commandActor, recordAct } from '../../accounts/audit.ts'
import type { AccountScope, BothModes } from '../../database/scope.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { CompatKey } from './compat-key.ts'

/** Revokes a key permanently. Returns false if it was already revoked. Refuses `not_found`. */
export async function revokeCompatKey(
  app: Needs<'transaction' | 'now'>,
  scope: Required<AccountScope> | BothModes,
  id: string,
  by: Actor = commandActor,
): Promise<boolean> {
  return app.transaction(scope, async tx => {
    const revoked = await tx.em.nativeUpdate(CompatKey, { id, revokedAt: null }, { revokedAt: app.now() })
    if (revoked === 1) {
      await recordAct(app, tx, {
        accountId: scope.accountId,
        ...by,
        act: 'compat_key.revoked',
        subject: `compat key ${id}`,
      })
      return true
    }
    if ((await tx.em.count(CompatKey, { id })) === 0) throw notFound('API key')
    return false
  })
}
