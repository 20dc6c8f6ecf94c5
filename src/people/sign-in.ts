import { forgetAttempts, takeAttempt } from '../accounts/take-attempt.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { enterInTurn } from './entrance-turns.ts'
import { findPerson } from './find-person.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { startSession } from './start-session.ts'
import { normalizeUsername, type SecondStep, User } from './user.ts'

export interface SignInInput {
  /** The username, or a verified e-mail address. */
  username: string
  password: string
  /** Whether they sign in on the operators' page; each page accepts only its own users. */
  asOperator: boolean
  address: string
  userAgent: string
}

export interface SignInResult {
  /** The token for the cookie. */
  token: string
  /** The proofs that are still required before the session can be used. */
  secondStep: SecondStep
}

const perNameMax = 10
const perAddressMax = 50
const windowS = 900

/**
 * Performs the first step of signing in. Attempts are counted before the password is hashed, by name and by address; an
 * unknown name costs the same work and gets the same message. Refuses `unauthorized`, and `rate_limited`, also while
 * too many users of the address sign in.
 */
export async function signIn(app: SignInNeeds, input: SignInInput): Promise<SignInResult> {
  return enterInTurn(input.address, () => enterOnce(app, input))
}

type SignInNeeds = Needs<'em' | 'transaction' | 'now' | 'reactions'>

async function enterOnce(app: SignInNeeds, input: SignInInput): Promise<SignInResult> {
  // Normalised as in `findPerson`: blanks around an address must not create a separate counter of attempts.
  const username = normalizeUsername(input.username).trim().slice(0, 100)
  const nameKey = `sign-in name ${input.asOperator ? 'operator ' : ''}${username}`
  await takeAttempt(app, { key: `sign-in address ${input.address}`, max: perAddressMax, windowS })
  await takeAttempt(app, { key: nameKey, max: perNameMax, windowS })

  const user = await findPerson(app.em('shared'), username, { isOperator: input.asOperator })
  const { isRight, isOutdated } = await verifyPassword(input.password, user?.passwordHash ?? null)
  if (!user || !isRight) throw new Refusal('unauthorized', 'The name or the password is not right')
  await forgetAttempts(app, nameKey)
  if (isOutdated) await rehashPassword(app, user, input.password)
  const token = await startSession(app, { userId: user.id, isConfirmed: user.secondStep === 'none', ...input })
  return { token, secondStep: user.secondStep }
}

async function rehashPassword(app: Needs<'em'>, { id, passwordHash: old }: User, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  await app.em('shared').nativeUpdate(User, { id, passwordHash: old }, { passwordHash })
}
