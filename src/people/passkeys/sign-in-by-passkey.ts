import { takeAttempt } from '../../accounts/take-attempt.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { startSession } from '../start-session.ts'
import { User } from '../user.ts'
import { checkPasskey, type PasskeyAnswer } from './passkey-ceremony.ts'

export interface PasskeySignIn extends PasskeyAnswer {
  asOperator: boolean
  address: string
  userAgent: string
}

const perAddressMax = 50
const windowS = 900

/**
 * Signs in the owner of the passkey that answered, and returns the session's token. Possession of the device and its
 * own check are two factors, so no second step follows. Refuses `unauthorized`, `rate_limited`.
 */
export async function signInByPasskey(
  app: Needs<'em' | 'seal' | 'transaction' | 'now' | 'config' | 'reactions'>,
  { asOperator, address, userAgent, ...given }: PasskeySignIn,
): Promise<string> {
  await takeAttempt(app, { key: `sign-in address ${address}`, max: perAddressMax, windowS })
  const userId = await checkPasskey(app, given)
  const user = await app.em('shared').findOne(User, { id: userId, isOperator: asOperator, isActive: true })
  if (!user) throw new Refusal('unauthorized', 'This user cannot sign in here')
  return startSession(app, { userId, isConfirmed: true, address, userAgent })
}
