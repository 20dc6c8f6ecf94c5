import type { Reaction } from '../events/announce.ts'
import { Bot } from './bot.ts'
import { type PlannedNotice, planNotices } from './plan-notices.ts'

/** What users of the pages are told in their own chats with the platform bot. */
export const tellUsers = {
  async codeMade(tx, events) {
    const bot = await tx.em.findOne(Bot, { account: null, state: 'active' }, { filters: { caller: false } })
    if (!bot) return
    const notices = events.map(({ subject, accountId, createdAt, payload }): PlannedNotice => {
      const { chatId, purpose, sealedCode, minutes } = payload
      const expiresAt = new Date(createdAt.getTime() + minutes * 60_000).toISOString()
      const data = { purpose, sealedCode, minutes, expiresAt }
      return { kind: 'user.code', data, key: subject, botId: bot.id, chatId, accountId }
    })
    await planNotices(tx, events[0]!.createdAt, notices)
  },
} satisfies Record<string, Reaction<'user.code_made'>>
