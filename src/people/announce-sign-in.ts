import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import { describeBrowser } from './browser-name.ts'
import { findUserAccount } from './find-user-account.ts'
import { Session } from './session.ts'

/** Announces a new session in the transaction that opens it; its user is notified, in case it was another person. */
export async function announceSignIn(app: Needs<'reactions' | 'now'>, tx: Tx, sessionId: number): Promise<void> {
  const session = await tx.em.findOneOrFail(Session, sessionId, { populate: ['user'] })
  const { user, address, userAgent } = session
  const accountId = await findUserAccount(tx, user.id)
  if (accountId === null) return
  const createdAt = app.now()
  const payload = {
    chatId: user.chatId,
    sessionId,
    browser: describeBrowser(userAgent),
    address,
    at: createdAt.toISOString(),
  }
  await announceFacts(app, tx, [
    { accountId, type: 'user.signed_in', subject: `session ${sessionId}`, payload, createdAt },
  ])
}
