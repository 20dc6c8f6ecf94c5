import { recordAct } from '../accounts/audit.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import type { CurrentSession } from './find-session.ts'
import { checkPassword, hashPassword } from './password.ts'
import { reauthenticateByPassword } from './reauthenticate.ts'
import { revokeSessions } from './session-moves.ts'
import { User } from './user.ts'

export interface NewPassword {
  current: string
  wanted: string
  address: string
}

/**
 * Changes the password of a user who knows the old one, and ends all their other sessions. Refuses `invalid_request`
 * for the new one, `unauthorized` for the old one, `rate_limited`, `unavailable`.
 */
export async function changePassword(
  app: Needs<'em' | 'transaction' | 'now'>,
  session: Pick<CurrentSession, 'id' | 'userId'>,
  { current, wanted, address }: NewPassword,
): Promise<void> {
  checkPassword(wanted)
  await reauthenticateByPassword(app, session, current)
  const passwordHash = await hashPassword(wanted)
  const { id, userId } = session
  await app.transaction('shared', async tx => {
    const changed = await tx.em.nativeUpdate(User, { id: userId, isActive: true }, { passwordHash })
    if (changed === 0) throw notFound('user')
    await revokeSessions(app, tx.em, userId, { butNot: id })
    const actor = `user ${userId}`
    await recordAct(app, tx, { accountId: null, actor, act: 'password.changed', subject: actor, address })
  })
}
