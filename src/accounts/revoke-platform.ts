import type { Needs } from '../needs.ts'
import { PlatformGrant } from './platform-grant.ts'

/**
 * Takes `qris_platform` from an account. Codes that were made stay payable and are asked about until they end. Returns false
 * when it had no grant.
 */
export async function revokePlatform(app: Needs<'em'>, accountId: number): Promise<boolean> {
  const removed = await app.em({ accountId }).nativeDelete(PlatformGrant, { account: accountId })
  return removed === 1
}
