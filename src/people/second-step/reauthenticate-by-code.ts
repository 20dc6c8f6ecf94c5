import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { CurrentSession } from '../find-session.ts'
import { sendCode } from '../send-code.ts'
import { markAuthenticated } from '../session-moves.ts'
import { checkSecondProof } from './check-second-proof.ts'
import { findWaysToProve } from './ways-to-prove.ts'

type Asking = Pick<CurrentSession, 'id' | 'userId'>

/**
 * Accepts a code of their authenticator app, or one sent to their chat for this, instead of a password, for users
 * without one. Refuses `unauthorized` and `rate_limited`. Refuses `unavailable` for a user who has neither, or who has
 * a password.
 */
export async function reauthenticateByCode(
  app: Needs<'em' | 'transaction' | 'now' | 'seal' | 'config'>,
  { id: sessionId, userId }: Asking,
  code: string,
): Promise<void> {
  const by = await findCodeWay(app, userId)
  const isRight = await checkSecondProof(app, { userId, sessionId, purpose: 'prove' }, { by, code })
  if (!isRight) throw new Refusal('unauthorized', 'The code is not right, or it is over')
  await markAuthenticated(app, sessionId)
}

/**
 * Sends the code to the user's chat. Refuses `unavailable` for a user with another kind of proof, and `rate_limited`.
 */
export async function sendProvingCode(
  app: Needs<'em' | 'transaction' | 'now' | 'seal' | 'reactions' | 'config'>,
  { id: sessionId, userId }: Asking,
): Promise<void> {
  if ((await findCodeWay(app, userId)) !== 'bot') throw noCode()
  await sendCode(app, { userId, purpose: 'prove', sessionId })
}

async function findCodeWay(app: Needs<'em' | 'config'>, userId: number): Promise<'totp' | 'bot'> {
  const { hasPassword, codeBy } = await findWaysToProve(app, userId)
  if (hasPassword || codeBy === null) throw noCode()
  return codeBy
}

function noCode(): Refusal {
  return new Refusal('unavailable', 'No code proves who this user is')
}
