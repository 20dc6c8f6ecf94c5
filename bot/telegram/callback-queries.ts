import type { Api } from 'grammy'
import type { Update } from 'grammy/types'
import type { Log } from '../../src/lib/log.ts'
import { plainLine } from '../../src/lib/plain-text.ts'
import { describeTrouble, troubleOf } from './telegram.ts'

/** The one answer that a callback query gets. Telegram takes only the first; the button shows a spinner until then. */
export interface QueryAnswer {
  /** Returns false when the query was answered before or is too old: nothing was shown. */
  give(text?: string, isAlert?: boolean): Promise<boolean>
}

export interface CallbackQueries {
  /**
   * For a query that just arrived: answers it at once, or after `handlerHasMs` if its handler has a text for the
   * answer.
   */
  arrive(bot: AnsweringBot, update: Update): void
  /** For the handler of the update, in this process or another, now or an hour later. */
  of(bot: AnsweringBot, update: Update): QueryAnswer | undefined
  /** The handler of the update has ended. */
  end(bot: AnsweringBot, update: Update): void
}

interface AnsweringBot {
  id: number
  /** Null for the platform bot. */
  accountId: number | null
  bareApi: Api
}

const forgottenAfterMs = 60_000

interface QuerySettings {
  /** Tells from the callback data whether the handler has a text for the answer. */
  isAnsweredByHandler(bot: AnsweringBot, data: string): boolean
  /** How long the spinner of a button may wait for that text. */
  handlerHasMs: number
}

export function createCallbackQueries(
  app: { log: Log },
  { isAnsweredByHandler, handlerHasMs }: QuerySettings,
): CallbackQueries {
  const pending = new Map<string, QueryAnswer>()

  function open(bot: AnsweringBot, update: Update): QueryAnswer {
    let given: Promise<boolean> | undefined
    const query: QueryAnswer = {
      give(text, isAlert = false) {
        if (given) return given.then(() => false)
        given = answerQuery(app, bot, { id: update.callback_query!.id, text, isAlert })
        return given
      },
    }
    const key = keyOf(bot, update)
    pending.set(key, query)
    setTimeout(() => pending.delete(key), forgottenAfterMs).unref()
    return query
  }

  return {
    arrive(bot, update) {
      const asked = update.callback_query
      if (!asked || pending.has(keyOf(bot, update))) return
      const query = open(bot, update)
      if (isAnsweredByHandler(bot, asked.data ?? '')) setTimeout(() => void query.give(), handlerHasMs).unref()
      else void query.give()
    },
    of: (bot, update) => (update.callback_query ? (pending.get(keyOf(bot, update)) ?? open(bot, update)) : undefined),
    end: (bot, update) => void pending.get(keyOf(bot, update))?.give(),
  }
}

function keyOf(bot: AnsweringBot, update: Update): string {
  return `${bot.id}:${update.update_id}`
}

const textMax = 200

async function answerQuery(
  app: { log: Log },
  bot: AnsweringBot,
  { id, text, isAlert }: { id: string; text: string | undefined; isAlert: boolean },
): Promise<boolean> {
  try {
    await bot.bareApi.answerCallbackQuery(
      id,
      text ? { text: plainLine(text).slice(0, textMax), show_alert: isAlert } : {},
    )
    return true
  } catch (error) {
    // The person still sees what the button did, and the spinner ends by itself.
    const level = troubleOf(error)?.is === 'answered' ? 'debug' : 'warn'
    app.log[level]({ bot: bot.id, error: describeTrouble(error) }, 'a callback query could not be answered')
    return false
  }
}
