import { LockMode } from '@mikro-orm/core'
import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { findAccountOwner } from './find-account-owner.ts'
import { isEmailTaken, User } from './user.ts'

export interface VouchedEmail {
  accountId: number
  /** The address that the operator has seen; by default the owner's current one. */
  email?: string | undefined
  by?: Actor | undefined
}

/**
 * Verifies, on the operator's authority, the address that an account's owner has entered. An identity provider that
 * confirms the same address can then sign in there. Returns the address. Refuses `refused_transition` if no address was
 * entered, if it has changed in the meantime, and if another user has verified it (naming `email`).
 */
export async function verifyEmail(
  app: Needs<'em' | 'transaction' | 'now'>,
  { accountId, email, by = commandActor }: VouchedEmail,
): Promise<string> {
  const owner = await findAccountOwner(app, accountId)
  if (!owner) throw new Refusal('refused_transition', 'Nobody owns this account')
  try {
    return await app.transaction('shared', async tx => {
      const user = await tx.em.findOneOrFail(User, owner.id, { lockMode: LockMode.PESSIMISTIC_WRITE })
      if (user.email === null) throw new Refusal('refused_transition', 'The owner has given no e-mail address')
      if (email !== undefined && user.email !== email) {
        throw new Refusal('refused_transition', 'The owner has given another e-mail address since')
      }
      if (user.emailVerifiedAt !== null) return user.email
      await tx.em.nativeUpdate(User, { id: user.id }, { emailVerifiedAt: app.now() })
      const subject = `user ${user.id}`
      await recordAct(app, tx, {
        accountId,
        ...by,
        act: 'account.email_verified',
        subject,
        detail: { email: user.email },
      })
      return user.email
    })
  } catch (error) {
    if (!isEmailTaken(error)) throw error
    throw refuseField('email', 'is another user’s, who has it verified', 'taken', { reason: 'refused_transition' })
  }
}
