import type { EntityManager } from '@mikro-orm/postgresql'
import type { Needs } from '../../needs.ts'
import { isEmailTaken, User } from '../user.ts'
import type { ProvedIdentity } from './identity-provider.ts'

/**
 * Takes a provider's word for a user's address: it is verified where it is the one that they gave, and becomes theirs
 * where they gave none. One that another user has verified stays theirs alone. The caller runs it by `againWhereTaken`.
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

/**
 * Runs a transaction once more where somebody else verified the same address beside it: the second time that one is
 * seen.
 */
export async function againWhereTaken(transaction: () => Promise<void>): Promise<void> {
  try {
    await transaction()
  } catch (error) {
    if (!isEmailTaken(error)) throw error
    await transaction()
  }
}
