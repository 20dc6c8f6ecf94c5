import type { InlineQuery, Update } from 'grammy/types'
import { whileClaiming } from '../../src/lib/holder.ts'
import type { StartedWork } from '../../src/lib/started.ts'
import type { Bots, KnownBot } from '../bots/bots.ts'
import type { CallbackQueries, WebhookReply } from '../telegram/callback-queries.ts'
import { ChatRuns, type UpdateHandler } from './chat-runs.ts'
import { findPerson, findWaiting, type InboxNeeds, storeUpdates, toStorable } from './inbox-sql.ts'

export interface Inbox {
  /** Stores updates, each once, and starts to handle them. Resolves when they are stored; rejects if that fails. */
  take(bot: KnownBot, updates: Update[]): Promise<void>
  /** Handles an update that arrived by webhook. Resolves to the call that answers it, if any. */
  takeFromWebhook(bot: KnownBot, update: Update): Promise<WebhookReply | undefined>
  /** Claims chats whose updates wait because of a failure, a crash or a lost hint. */
  sweep(limit: number): Promise<StartedWork>
  /** Stops accepting work, and resolves when the current work has ended. */
  stop(): Promise<void>
}

interface InboxParts {
  bots: Bots
  queries: CallbackQueries
  handle: UpdateHandler
  /** Answers an inline query at once, because it has nothing to store. Never rejects. */
  answerInline(bot: KnownBot, query: InlineQuery): Promise<void>
}

/**
 * Creates the inbox. Every update is stored before it is confirmed to Telegram, and handled once and in order. A lease
 * with a token ensures that each chat has a single handler across processes.
 */
export function createInbox(app: InboxNeeds, { bots, queries, handle, answerInline }: InboxParts): Inbox {
  const runs = new ChatRuns(app, bots, queries, handle)

  async function takeUpdates(bot: KnownBot, updates: Update[], arrive: CallbackQueries['arrive']): Promise<void> {
    for (const { inline_query } of updates) if (inline_query) void answerInline(bot, inline_query)
    const wanted = updates.filter(update => findPerson(update) !== undefined).map(toStorable)
    if (wanted.length === 0) return
    for (const update of wanted) arrive(bot, update)
    await whileClaiming(async () => {
      for (const { first, token, isNext, form } of await storeUpdates(app, bot.id, wanted)) {
        const payload = wanted.find(update => update.update_id === first)!
        const next = isNext ? { payload, attempts: 0, age: 0, form } : undefined
        await runs.begin({ botId: bot.id, personId: findPerson(payload)! }, token, next)
      }
    })
  }

  return {
    take: (bot, updates) => takeUpdates(bot, updates, queries.arrive),
    async takeFromWebhook(bot, update) {
      await takeUpdates(bot, [update], queries.arriveByWebhook)
      return queries.takeReply(bot, update)
    },
    async sweep(limit) {
      if (runs.isStopped) return { work: [] }
      const waiting = await findWaiting(app, limit)
      const work = waiting.map(({ bot: { id: botId }, personId }) => runs.run({ botId, personId }))
      return {
        work: work.map(each => each.catch(error => app.log.error({ err: error }, 'a chat could not be claimed'))),
      }
    },
    stop: () => runs.stop(),
  }
}
