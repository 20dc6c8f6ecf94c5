import { hashToken } from '../lib/ids.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { announceSignIn } from './announce-sign-in.ts'
import { checkSecondProof, type SecondProof } from './second-step/check-second-proof.ts'
import { generateSessionToken, Session } from './session.ts'
import { markConfirmed } from './session-moves.ts'

/** The token of the first step, and the proof of the second. */
export type Confirmation = { token: string } & SecondProof

/**
 * Confirms the second step of signing in, which is identical for every method. Returns the new token of the session;
 * the previous one becomes invalid. Refuses `unauthorized`, even for a code from the chat if that is not the user's
 * second step, and `rate_limited`.
 */
export async function confirmSignIn(
  app: Needs<'em' | 'transaction' | 'now' | 'seal' | 'config' | 'reactions'>,
  { token, ...proof }: Confirmation,
): Promise<string> {
  const wrong = new Refusal('unauthorized', 'The code is not right, or it is over')
  const em = app.em('shared')
  const now = app.now()
  const waiting = { tokenHash: hashToken(token), expiresAt: { $gt: now }, revokedAt: null, confirmedAt: null }
  const session = await em.findOne(Session, waiting, { populate: ['user'] })
  if (!session) throw wrong
  const { id: sessionId } = session
  const { id: userId, secondStep } = session.user
  // A chat is easier to take over than a device: a user who chose the device cannot sign in by the chat.
  if (proof.by === 'bot' && secondStep !== 'bot') throw wrong
  if (!(await checkSecondProof(app, { userId, sessionId, purpose: 'sign_in' }, proof))) throw wrong
  const anew = generateSessionToken()
  await app.transaction('shared', async tx => {
    if (!(await markConfirmed(tx.em, sessionId, anew, now))) throw wrong
    await announceSignIn(app, tx, sessionId)
  })
  return anew
}
