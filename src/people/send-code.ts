import { randomInt } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import { findNextAttemptTime, takeAttempt } from '../accounts/take-attempt.ts'
import type { CodeMade } from '../events/account-payloads.ts'
import { announceFacts } from '../events/announce.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { findUserAccount } from './find-user-account.ts'
import { type CodePurpose, listCodeHashes, OneTimeCode } from './one-time-code.ts'
import { User } from './user.ts'

export interface CodeRequest {
  userId: number
  purpose: CodePurpose
  /** The session in which it will be entered. Null for a reset, which has no session. */
  sessionId: number | null
}

const lifetimeMs = 300_000
/** The maximum number of codes per purpose and hour. */
export const codesPerHour = 5

/**
 * Sends six digits to the user's chat with the platform bot, valid for five minutes and five attempts. An earlier code
 * of the same purpose becomes invalid. Refuses `rate_limited` beyond five of a purpose an hour: anyone who knows a name
 * can request reset codes, and must not prevent its owner from signing in. Refuses `unavailable` for a user without a
 * chat.
 */
export async function sendCode(
  app: Needs<'em' | 'transaction' | 'now' | 'seal' | 'reactions'>,
  request: CodeRequest,
): Promise<void> {
  const chat = await findChat(app, request.userId)
  if (!chat) throw new Refusal('unavailable', 'No chat is linked that a code could go to')
  await createCode(app, request, chat)
}

/** A user's chat, and the account to which its messages belong. */
export interface CodeChat {
  chatId: number
  accountId: number
}

/** Finds the chat to which codes of an active user are sent. Null if none is linked. */
export async function findChat(app: Needs<'em'>, userId: number): Promise<CodeChat | null> {
  const em = app.em('shared')
  const user = await em.findOne(User, { id: userId, isActive: true })
  const accountId = user && (await findUserAccount({ em }, userId))
  return user?.chatId && accountId ? { chatId: user.chatId, accountId } : null
}

/**
 * Replaces the user's code of this purpose, sends it to the chat if there is one, and returns it for other channels.
 * Refuses `rate_limited` after five of a purpose within an hour.
 */
export async function createCode(
  app: Needs<'em' | 'transaction' | 'now' | 'seal' | 'reactions'>,
  request: CodeRequest,
  chat: CodeChat | null,
): Promise<string> {
  const { userId, purpose, sessionId } = request
  await takeAttempt(app, { ...codeLimit(request), windowS: 3600 })
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = app.now()
  await app.transaction('shared', async tx => {
    // The user's row is locked first, so that of two concurrent codes the second replaces the first.
    await tx.em.findOneOrFail(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    await tx.em.nativeUpdate(OneTimeCode, { user: userId, purpose, isLive: true }, { isLive: false })
    const made = tx.em.create(OneTimeCode, {
      user: userId,
      purpose,
      codeHash: listCodeHashes(app, userId, code)[0]!,
      sessionId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifetimeMs),
    })
    await tx.em.flush()
    if (!chat) return
    const { chatId, accountId } = chat
    const payload: CodeMade = { chatId, purpose, sealedCode: app.seal.seal(code, codeContext(chatId)), minutes: 5 }
    await announceFacts(app, tx, [
      { accountId, type: 'user.code_made', subject: `code ${made.id}`, payload, createdAt: now },
    ])
  })
  return code
}

/** Returns when the next code of this purpose can be requested; null if it can be requested now. */
export async function findNextCodeTime(
  app: Needs<'em' | 'now'>,
  request: Pick<CodeRequest, 'userId' | 'purpose'>,
): Promise<Date | null> {
  return findNextAttemptTime(app, codeLimit(request))
}

function codeLimit({ userId, purpose }: Pick<CodeRequest, 'userId' | 'purpose'>) {
  return { key: `send ${purpose} code user ${userId}`, max: codesPerHour }
}

/** Returns the context to which the seal of a code in transit is bound. */
export function codeContext(chatId: number): string {
  return `notice|code|${chatId}`
}
