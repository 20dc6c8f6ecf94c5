import { forgetAttempts, takeAttempt } from '../accounts/take-attempt.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import type { CurrentSession } from './find-session.ts'
import { verifyPassword } from './password.ts'
import { markAuthenticated } from './session-moves.ts'
import { User } from './user.ts'

const recentMs = 600_000

/**
 * Records that the password was entered again in this session. Refuses `unauthorized`, `rate_limited`, `unavailable`.
 */
export async function reauthenticateByPassword(
  app: Needs<'em' | 'transaction' | 'now'>,
  session: Pick<CurrentSession, 'id' | 'userId'>,
  password: string,
): Promise<void> {
  const key = `password user ${session.userId}`
  await takeAttempt(app, { key, max: 10, windowS: 900 })
  const user = await app.em('shared').findOne(User, { id: session.userId })
  const { isRight } = await verifyPassword(password, user?.passwordHash ?? null)
  if (!isRight) throw new Refusal('unauthorized', 'The password is not right')
  await forgetAttempts(app, key)
  await markAuthenticated(app, session.id)
}

/** Refuses `forbidden` unless the password was entered in the last ten minutes; required for money and secrets. */
export function requireRecentPassword(app: Needs<'now'>, session: Pick<CurrentSession, 'authenticatedAt'>): void {
  if (app.now().getTime() - session.authenticatedAt.getTime() <= recentMs) return
  throw new Refusal('forbidden', 'Give your password once more for this')
}
