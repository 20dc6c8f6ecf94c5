import type { Needs } from '../needs.ts'
import { Account } from './account.ts'

/** The operator vouches for an account, which opens more payment methods to it in the edition with verification. Returns false when it was verified before. */
export async function verifyAccount(app: Needs<'em'>, accountId: number): Promise<boolean> {
  const unverified = { id: accountId, isVerified: false }
  return (await app.em({ accountId }).nativeUpdate(Account, unverified, { isVerified: true })) === 1
}
