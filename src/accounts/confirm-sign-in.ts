import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { checkCode } from './check-code.ts'
import { checkTotp } from './check-totp.ts'
import { hashSessionToken, newSessionToken } from './session.ts'
import { takeAttempt } from './take-attempt.ts'
import { useBackupCode } from './use-backup-code.ts'

export interface SecondProof {
  /** The token of the first step. */
  token: string
  by: 'bot' | 'totp' | 'backup'
  code: string
}

const perDayMax = 20

/**
 * The second step of signing in, the same for every way in. Returns the token of the session from now on: the one before
 * is good for nothing any more. Refuses `unauthorized` and `rate_limited`.
 */
export async function confirmSignIn(
  app: Needs<'sql' | 'now' | 'seal'>,
  { token, by, code }: SecondProof,
): Promise<string> {
  const wrong = new Refusal('unauthorized', 'The code is not right, or it is over')
  const [session] = await app.sql.query<{ id: number; userId: number }>(
    `select id, user_id as "userId" from session
     where token_hash = $1 and revoked_at is null and expires_at > $2 and confirmed_at is null`,
    [hashSessionToken(token), app.now()],
  )
  if (!session) throw wrong
  const { id: sessionId, userId } = session
  if (by !== 'bot') await takeAttempt(app, { key: `${by} user ${userId}`, max: perDayMax, windowS: 86_400 })
  const isRight = {
    bot: () => checkCode(app, { userId, purpose: 'sign_in', sessionId, code }),
    totp: () => checkTotp(app, userId, code),
    backup: () => useBackupCode(app, userId, code),
  }[by]
  if (!(await isRight())) throw wrong
  const anew = newSessionToken()
  const confirmed = await app.sql.write(
    'update session set confirmed_at = $2, token_hash = $3 where id = $1 and confirmed_at is null and revoked_at is null',
    [sessionId, app.now(), hashSessionToken(anew)],
  )
  if (confirmed === 0) throw wrong
  return anew
}
