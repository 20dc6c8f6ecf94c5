import type { Tx } from '../database/transaction.ts'
import type { Event, Reaction } from '../events/announce.ts'
import { findPlatformBot } from './find-platform-bot.ts'
import { type PlannedNotice, planNotices } from './plan-notices.ts'

/** Messages to users of the pages in their own chats with the platform bot. */
export const notifyUsers = {
  codeMade: (tx, events) =>
    notifyUser(tx, events, botId =>
      events.map(({ subject, accountId, createdAt, payload }): PlannedNotice => {
        const { chatId, purpose, sealedCode, minutes } = payload
        const expiresAt = new Date(createdAt.getTime() + minutes * 60_000).toISOString()
        const data = { purpose, sealedCode, minutes, expiresAt }
        return { kind: 'user.code', data, key: subject, botId, chatId, accountId }
      }),
    ),
  signedIn: (tx, events) =>
    notifyUser(tx, events, botId =>
      events.flatMap(({ subject, accountId, payload: { chatId, ...data } }): PlannedNotice[] =>
        chatId === null ? [] : [{ kind: 'user.signed_in', data, key: subject, botId, chatId, accountId }],
      ),
    ),
} satisfies {
  codeMade: Reaction<'user.code_made'>
  signedIn: Reaction<'user.signed_in'>
}

async function notifyUser(tx: Tx, events: Event[], plan: (botId: number) => PlannedNotice[]): Promise<void> {
  const bot = await findPlatformBot(tx.em)
  if (bot) await planNotices(tx, events[0]!.createdAt, plan(bot.id))
}
