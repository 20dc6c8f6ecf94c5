import { randomInt } from 'node:crypto'
import { announce } from '../events/announce.ts'
import type { CodeMade } from '../events/payloads.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { type CodePurpose, hashesOfCode } from './one-time-code.ts'
import { takeAttempt } from './take-attempt.ts'

export interface AskedCode {
  userId: number
  purpose: CodePurpose
  /** The session that will give it back. Null for a reset, where nobody is signed in. */
  sessionId: number | null
}

const lifetimeMs = 300_000
const perHourMax = 5

/**
 * Sends six digits to the user's chat with the platform bot, good for five minutes and five attempts; an earlier code of the
 * same purpose ends. Refuses `rate_limited` past five an hour, `unavailable` for a user without a chat.
 */
export async function sendCode(
  app: Needs<'sql' | 'transaction' | 'now' | 'seal' | 'reactions' | 'wake'>,
  asked: AskedCode,
): Promise<void> {
  const { userId, purpose, sessionId } = asked
  const [user] = await app.sql.query<{ chatId: number | null; accountId: number | null }>(userSql, [userId])
  if (!user?.chatId || !user.accountId) throw new Refusal('unavailable', 'No chat is linked that a code could go to')
  const { chatId, accountId } = user
  await takeAttempt(app, { key: `send code user ${userId}`, max: perHourMax, windowS: 3600 })
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = app.now()
  await app.transaction('installation', async tx => {
    // The user's row first: of two that are sent at once, the second replaces the first.
    await tx.query('select 1 from app_user where id = $1 for no key update', [userId])
    await tx.write('update one_time_code set is_live = false where user_id = $1 and purpose = $2 and is_live', [
      userId,
      purpose,
    ])
    const [made] = await tx.query<{ id: number }>(
      `insert into one_time_code (user_id, purpose, code_hash, session_id, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6) returning id`,
      [userId, purpose, hashesOfCode(app, userId, code)[0], sessionId, now, new Date(now.getTime() + lifetimeMs)],
    )
    const payload: CodeMade = { chatId, purpose, sealedCode: app.seal.seal(code, codeContext(chatId)), minutes: 5 }
    await announce(app, tx, [
      { accountId, type: 'user.code_made', subject: `code ${made!.id}`, payload, createdAt: now },
    ])
  })
  app.wake.notify('notices')
}

/** What the seal of a code on its way is bound to. */
export function codeContext(chatId: number): string {
  return `notice|code|${chatId}`
}

// An event belongs to an account: the user's first, the operator's for operators.
const userSql = `
  select u.chat_id as "chatId", coalesce(
    (select m.account_id from membership m where m.user_id = u.id order by m.id limit 1),
    (select a.id from account a where a.is_operator)) as "accountId"
  from app_user u where u.id = $1 and u.is_active`
