import type { Needs } from '../needs.ts'
import { type Actor, commandActor, recordAct } from './audit.ts'
import { PlatformGrant } from './platform-grant.ts'

/**
 * Withdraws `qris_platform` from an account. Existing codes stay payable and are checked until they end. Returns false
 * if it had no grant.
 */
export async function revokePlatform(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  by: Actor = commandActor,
): Promise<boolean> {
  return app.transaction({ accountId }, async tx => {
    if ((await tx.em.nativeDelete(PlatformGrant, { account: accountId })) === 0) return false
    await recordAct(app, tx, { accountId, ...by, act: 'platform.revoked', subject: `account ${accountId}` })
    return true
  })
}
