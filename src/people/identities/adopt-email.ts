import type { EntityManager } from '@mikro-orm/postgresql'
import type { Needs } from '../../needs.ts'
import { isEmailTaken, User } from '../user.ts'
import type { ProvedIdentity } from './identity-provider.ts'

/**
 * Adopts a user's address from an identity provider. It is verified if it equals the address that the user entered, and
 * becomes theirs if they entered none. An address that another user has verified is not changed. The caller runs it
 * with `retryIfTaken`.
 */
export async function adoptEmail(
  app: Needs<'now'>,
  em: EntityManager,
  userId: number,
  { email, isEmailVerified }: ProvedIdentity,
): Promise<void> {
  if (email === null || !isEmailVerified) return
  const others = { email, emailVerifiedAt: { $ne: null }, id: { $ne: userId } }
  if ((await em.count(User, others)) > 0) return
  const own = { id: userId, emailVerifiedAt: null, $or: [{ email }, { email: null }] }
  await em.nativeUpdate(User, own, { email, emailVerifiedAt: app.now() })
}

/** Runs a transaction again if another one verified the same address concurrently; the second run sees it. */
export async function retryIfTaken(transaction: () => Promise<void>): Promise<void> {
  try {
    await transaction()
  } catch (error) {
    if (!isEmailTaken(error)) throw error
    await transaction()
  }
}
