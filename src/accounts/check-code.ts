import { timingSafeEqual } from 'node:crypto'
import type { Needs } from '../needs.ts'
import { type CodePurpose, hashesOfCode } from './one-time-code.ts'
import { takeAttempt } from './take-attempt.ts'

export interface GivenCode {
  userId: number
  purpose: CodePurpose
  /** The session that asked for it. */
  sessionId: number | null
  code: string
}

const wrongPerDayMax = 20
const dayS = 86_400

/**
 * Whether these are the digits that were sent last. Each look takes one of five attempts in the database before it compares, so
 * that a thousand guesses at once are five; right once, the code is used up. Another code does not bring attempts back:
 * refuses `rate_limited` after 20 tries a day.
 */
export async function checkCode(app: Needs<'sql' | 'now' | 'seal'>, given: GivenCode): Promise<boolean> {
  const { userId, purpose, sessionId, code } = given
  const key = `code user ${userId}`
  const [live] = await app.sql.query<{ id: number; codeHash: Buffer }>(takeSql, [userId, purpose, sessionId, app.now()])
  if (!live) return false
  await takeAttempt(app, { key, max: wrongPerDayMax, windowS: dayS })
  const isRight = hashesOfCode(app, userId, code).some(hash => timingSafeEqual(hash, live.codeHash))
  if (!isRight) return false
  const used = await app.sql.write('update one_time_code set is_live = false where id = $1 and is_live', [live.id])
  if (used === 0) return false
  // Only wrong ones count against the day.
  await app.sql.write('update attempt set tries = tries - 1 where key = $1 and tries > 0', [key])
  return true
}

const takeSql = `
  update one_time_code set attempts = attempts + 1
  where user_id = $1 and purpose = $2 and is_live and session_id is not distinct from $3 and expires_at > $4 and attempts < 5
  returning id, code_hash as "codeHash"`
