import { recordAct } from '../accounts/audit.ts'
import { takeAttempt } from '../accounts/take-attempt.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { checkCode } from './check-code.ts'
import { findPerson } from './find-person.ts'
import { checkPassword, hashPassword } from './password.ts'
import { isBackupCode, useBackupCode } from './second-step/use-backup-code.ts'
import { revokeSessions } from './session-moves.ts'
import { User } from './user.ts'

export interface PasswordReset {
  /** The username, or a verified e-mail address. */
  username: string
  /** The six digits that were sent, or a printed backup code. */
  code: string
  password: string
  address: string
}

type CodeNeeds = Needs<'em' | 'transaction' | 'now' | 'seal'>

const backupTriesMax = 20

/**
 * Sets a new password with the code that was sent, or with a backup code, and signs the user out everywhere. Refuses
 * `invalid_request` for the password, `unauthorized` for the code, `rate_limited`.
 */
export async function resetPassword(
  app: CodeNeeds,
  { username, code, password, address }: PasswordReset,
): Promise<void> {
  checkPassword(password)
  // Limited by network address, not by user: 80 random bits need no limit per user, which an attacker could exhaust.
  if (isBackupCode(code)) {
    await takeAttempt(app, { key: `reset by backup code address ${address}`, max: backupTriesMax, windowS: 86_400 })
  }
  const user = await findPerson(app.em('shared'), username)
  const isRight = user && (await isRightCode(app, user.id, code))
  if (!isRight) throw new Refusal('unauthorized', 'The code is not right, or it is over')
  const passwordHash = await hashPassword(password)
  await app.transaction('shared', async tx => {
    await tx.em.nativeUpdate(User, { id: user.id }, { passwordHash })
    await revokeSessions(app, tx.em, user.id, 'all')
    const actor = `user ${user.id}`
    await recordAct(app, tx, { accountId: null, actor, act: 'password.reset', subject: actor, address })
  })
}

async function isRightCode(app: CodeNeeds, userId: number, code: string): Promise<boolean> {
  return isBackupCode(code)
    ? useBackupCode(app, userId, code)
    : checkCode(app, { userId, purpose: 'reset', sessionId: null, code })
}
