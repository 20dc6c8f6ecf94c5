import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { startSession } from './start-session.ts'
import { forgetAttempts, takeAttempt } from './take-attempt.ts'
import type { SecondStep } from './user.ts'

export interface SignIn {
  username: string
  password: string
  /** Operators sign in by a door of their own; each door knows only its own people. */
  asOperator: boolean
  address: string
  userAgent: string
}

export interface SignedIn {
  /** For the cookie. */
  token: string
  /** What is still to be proved before the session is good for anything. */
  secondStep: SecondStep
}

const perNameMax = 10
const perAddressMax = 50
const windowS = 900

/**
 * The first step of signing in. Counted before the password is hashed, by name and by address; an unknown name costs the
 * same work and gets the same words. Refuses `unauthorized`, `rate_limited`, and `unavailable` while too many sign in.
 */
export async function signIn(app: Needs<'sql' | 'now'>, asked: SignIn): Promise<SignedIn> {
  const username = asked.username.normalize('NFKC').toLowerCase().slice(0, 100)
  const nameKey = `sign-in name ${asked.asOperator ? 'operator ' : ''}${username}`
  await takeAttempt(app, { key: `sign-in address ${asked.address}`, max: perAddressMax, windowS })
  await takeAttempt(app, { key: nameKey, max: perNameMax, windowS })

  const [user] = await app.sql.query<{ id: number; passwordHash: string | null; secondStep: SecondStep }>(
    `select id, password_hash as "passwordHash", second_step as "secondStep"
     from app_user where username = $1 and is_operator = $2 and is_active`,
    [username, asked.asOperator],
  )
  const { isRight, isOutdated } = await verifyPassword(asked.password, user?.passwordHash ?? null)
  if (!user || !isRight) throw new Refusal('unauthorized', 'The name or the password is not right')
  await forgetAttempts(app, nameKey)
  if (isOutdated) await rehash(app, user.id, user.passwordHash, asked.password)
  const token = await startSession(app, { userId: user.id, isConfirmed: user.secondStep === 'none', ...asked })
  return { token, secondStep: user.secondStep }
}

async function rehash(app: Needs<'sql'>, userId: number, old: string | null, password: string): Promise<void> {
  await app.sql.write('update app_user set password_hash = $3 where id = $1 and password_hash = $2', [
    userId,
    old,
    await hashPassword(password),
  ])
}
