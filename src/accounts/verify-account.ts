import type { Needs } from '../needs.ts'
import { Account } from './account.ts'
import { type Actor, commandActor, recordAct } from './audit.ts'

/**
 * Verifies an account in the operator's name; in the edition with verification, this unlocks more payment methods.
 * Returns false if it already was verified.
 */
export async function verifyAccount(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  by: Actor = commandActor,
): Promise<boolean> {
  return app.transaction({ accountId }, async tx => {
    const unverified = { id: accountId, isVerified: false }
    if ((await tx.em.nativeUpdate(Account, unverified, { isVerified: true })) === 0) return false
    await recordAct(app, tx, { accountId, ...by, act: 'account.verified', subject: `account ${accountId}` })
    return true
  })
}
