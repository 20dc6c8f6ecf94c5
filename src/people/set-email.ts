import { LockMode } from '@mikro-orm/core'
import { type Acting, audit } from '../accounts/audit.ts'
import type { Needs } from '../needs.ts'
import { readEmail, User } from './user.ts'

/**
 * The e-mail address that somebody gives for themselves; empty: none. Another one than before is unverified, and only a
 * claim: nobody is found by it and nobody is kept out. Refuses `invalid_request`.
 */
export async function setEmail(
  app: Needs<'transaction' | 'now'>,
  userId: number,
  typed: string,
  by: Acting,
): Promise<void> {
  const email = readEmail(typed)
  await app.transaction('shared', async tx => {
    const user = await tx.em.findOneOrFail(User, userId, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (user.email === email) return
    await tx.em.nativeUpdate(User, { id: userId }, { email, emailVerifiedAt: null })
    await audit(app, tx, { accountId: null, ...by, act: 'user.email', subject: `user ${userId}` })
  })
}
