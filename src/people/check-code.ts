import { raw } from '@mikro-orm/core'
import { takeAttempt, uncountAttempt } from '../accounts/take-attempt.ts'
import { isSameBytes } from '../lib/same-text.ts'
import type { Needs } from '../needs.ts'
import { type CodePurpose, listCodeHashes, OneTimeCode } from './one-time-code.ts'

export interface CodeInput {
  userId: number
  purpose: CodePurpose
  /** The session that requested it. */
  sessionId: number | null
  code: string
}

const looksMax = 5
const wrongPerDayMax = 20
const dayS = 86_400

/**
 * Returns whether the digits are those of the last code sent to the user. Each check uses up one of five attempts in
 * the database before it compares, so that a thousand parallel guesses count as five; a correct code is then used up.
 * Sending another code does not restore attempts. Refuses `rate_limited` after 20 wrong attempts of a purpose a day;
 * purposes are separate, so that guesses at a reset code do not prevent the owner from signing in.
 */
export async function checkCode(app: Needs<'em' | 'transaction' | 'now' | 'seal'>, input: CodeInput): Promise<boolean> {
  const { userId, purpose, code } = input
  const key = `${purpose} code user ${userId}`
  const live = await takeLook(app, input)
  if (!live) return false
  await takeAttempt(app, { key, max: wrongPerDayMax, windowS: dayS })
  const isRight = listCodeHashes(app, userId, code).some(hash => isSameBytes(hash, live.codeHash))
  if (!isRight) return false
  const unused = { id: live.id, isLive: true }
  const used = await app.em('shared').nativeUpdate(OneTimeCode, unused, { isLive: false })
  if (used === 0) return false
  // Only wrong ones count towards the day's limit.
  await uncountAttempt(app, key)
  return true
}

async function takeLook(app: Needs<'em' | 'now'>, input: CodeInput): Promise<OneTimeCode | null> {
  const { userId, purpose, sessionId } = input
  const em = app.em('shared')
  const live = await em.findOne(OneTimeCode, { user: userId, purpose, isLive: true, sessionId })
  if (!live) return null
  const open = { id: live.id, isLive: true, expiresAt: { $gt: app.now() }, attempts: { $lt: looksMax } }
  const taken = await em.nativeUpdate(OneTimeCode, open, { attempts: raw<number>('attempts + 1') })
  return taken === 1 ? live : null
}
