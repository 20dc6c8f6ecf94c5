import { audit } from '../accounts/audit.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { checkCode } from './check-code.ts'
import { checkPassword, hashPassword } from './password.ts'
import { revokeSessions } from './session-moves.ts'
import { User, usernameOf } from './user.ts'

export interface PasswordReset {
  username: string
  code: string
  password: string
  address: string
}

/**
 * Sets a new password with the code that was sent, and signs the user out everywhere.
 * Refuses `invalid_request` for the password, `unauthorized` for the code, `rate_limited`.
 */
export async function resetPassword(
  app: Needs<'em' | 'transaction' | 'now' | 'seal'>,
  { username, code, password, address }: PasswordReset,
): Promise<void> {
  checkPassword(password)
  const user = await app.em('shared').findOne(User, { username: usernameOf(username), isActive: true })
  const isRight = user && (await checkCode(app, { userId: user.id, purpose: 'reset', sessionId: null, code }))
  if (!isRight) throw new Refusal('unauthorized', 'The code is not right, or it is over')
  const passwordHash = await hashPassword(password)
  await app.transaction('shared', async tx => {
    await tx.em.nativeUpdate(User, { id: user.id }, { passwordHash })
    await revokeSessions(app, tx.em, user.id, 'all')
    const actor = `user ${user.id}`
    await audit(app, tx, { accountId: null, actor, act: 'password.reset', subject: actor, address })
  })
}
