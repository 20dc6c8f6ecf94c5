import { LockMode } from '@mikro-orm/core'
import { type Actor, recordAct } from '../accounts/audit.ts'
import type { Needs } from '../needs.ts'
import { readEmail, User } from './user.ts'

/**
 * Sets the user's own e-mail address; empty removes it. A changed address is unverified: it neither identifies a user
 * nor blocks another. Refuses `invalid_request`.
 */
export async function setEmail(
  app: Needs<'transaction' | 'now'>,
  userId: number,
  input: string,
  by: Actor,
): Promise<void> {
  const email = readEmail(input)
  await app.transaction('shared', async tx => {
    const user = await tx.em.findOneOrFail(User, userId, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (user.email === email) return
    await tx.em.nativeUpdate(User, { id: userId }, { email, emailVerifiedAt: null })
    await recordAct(app, tx, { accountId: null, ...by, act: 'user.email', subject: `user ${userId}` })
  })
}
