import { giveAttemptBack, takeAttempt } from '../accounts/take-attempt.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { announceSignIn } from './announce-sign-in.ts'
import { checkCode } from './check-code.ts'
import { checkPasskey, type PasskeyAnswer } from './passkeys/passkey-ceremony.ts'
import { checkTotp } from './second-step/check-totp.ts'
import { useBackupCode } from './second-step/use-backup-code.ts'
import { hashSessionToken, newSessionToken, Session } from './session.ts'

type Proof = { by: 'bot' | 'totp' | 'backup'; code: string } | { by: 'passkey'; passkey: PasskeyAnswer }

/** With the token of the first step. */
export type SecondProof = { token: string } & Proof

const perDayMax = 20
// As many as for a code that is sent, within the time that such a code lives.
const atOnceMax = 5
const atOnceS = 300

/**
 * The second step of signing in, the same for every way in. Returns the token of the session from now on: the one before is no longer valid. Refuses
 * `unauthorized` and `rate_limited`.
 */
export async function confirmSignIn(
  app: Needs<'em' | 'transaction' | 'now' | 'seal' | 'config' | 'reactions' | 'wake'>,
  { token, ...proof }: SecondProof,
): Promise<string> {
  const wrong = new Refusal('unauthorized', 'The code is not right, or it is over')
  const em = app.em('installation')
  const open = { revokedAt: null, confirmedAt: null }
  const session = await em.findOne(Session, {
    tokenHash: hashSessionToken(token),
    expiresAt: { $gt: app.now() },
    ...open,
  })
  if (!session) throw wrong
  const { id: sessionId } = session
  const userId = session.user.id
  if (!(await isRight(app, { userId, sessionId }, proof))) throw wrong
  const anew = newSessionToken()
  const change = { confirmedAt: app.now(), tokenHash: hashSessionToken(anew) }
  await app.transaction('installation', async tx => {
    const confirmed = await tx.em.nativeUpdate(Session, { id: sessionId, ...open }, change)
    if (confirmed === 0) throw wrong
    await announceSignIn(app, tx, sessionId)
  })
  app.wake.notify('notices')
  return anew
}

async function isRight(
  app: Needs<'em' | 'transaction' | 'now' | 'seal' | 'config'>,
  { userId, sessionId }: { userId: number; sessionId: number },
  proof: Proof,
): Promise<boolean> {
  if (proof.by === 'passkey') return (await checkPasskey(app, proof.passkey)) === userId
  const { by, code } = proof
  if (by === 'bot') return checkCode(app, { userId, purpose: 'sign_in', sessionId, code })
  const [perDay, atOnce] = [`${by} user ${userId}`, `${by} now user ${userId}`]
  await takeAttempt(app, { key: atOnce, max: atOnceMax, windowS: atOnceS })
  await takeAttempt(app, { key: perDay, max: perDayMax, windowS: 86_400 })
  const isGood = await (by === 'totp' ? checkTotp(app, userId, code) : useBackupCode(app, userId, code))
  // Only wrong ones count.
  if (isGood) for (const key of [perDay, atOnce]) await giveAttemptBack(app, key)
  return isGood
}
