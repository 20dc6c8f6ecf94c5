import { takeAttempt, uncountAttempt } from '../../accounts/take-attempt.ts'
import type { Needs } from '../../needs.ts'
import { checkCode } from '../check-code.ts'
import type { CodePurpose } from '../one-time-code.ts'
import { checkPasskey, type PasskeyAnswer } from '../passkeys/passkey-ceremony.ts'
import { checkTotp } from './check-totp.ts'
import { useBackupCode } from './use-backup-code.ts'

export type SecondProof = { by: 'bot' | 'totp' | 'backup'; code: string } | { by: 'passkey'; passkey: PasskeyAnswer }

export interface ProofAttempt {
  userId: number
  /** The session in which the proof is given; a code that was sent to the chat belongs to it. */
  sessionId: number
  /** The purpose of a code in the chat. */
  purpose: CodePurpose
}

const perDayMax = 20
// As many as for a code that is sent, within the lifetime of such a code.
const atOnceMax = 5
const atOnceS = 300

/** Returns whether a proof shows, besides the first step, that a session is the user's. Refuses `rate_limited`. */
export async function checkSecondProof(
  app: Needs<'em' | 'transaction' | 'now' | 'seal' | 'config'>,
  { userId, sessionId, purpose }: ProofAttempt,
  proof: SecondProof,
): Promise<boolean> {
  if (proof.by === 'passkey') return (await checkPasskey(app, proof.passkey)) === userId
  const { by, code } = proof
  if (by === 'bot') return checkCode(app, { userId, purpose, sessionId, code })
  const [perDay, atOnce] = [`${by} user ${userId}`, `${by} now user ${userId}`]
  await takeAttempt(app, { key: atOnce, max: atOnceMax, windowS: atOnceS })
  await takeAttempt(app, { key: perDay, max: perDayMax, windowS: 86_400 })
  const isGood = await (by === 'totp' ? checkTotp(app, userId, code) : useBackupCode(app, userId, code))
  // Only wrong attempts count.
  if (isGood) for (const key of [perDay, atOnce]) await uncountAttempt(app, key)
  return isGood
}
