import type { Api } from 'grammy'
import type { Update } from 'grammy/types'
import type { Log } from '../../src/lib/log.ts'
import { toPlainLine } from '../../src/lib/plain-text.ts'
import { classifyTelegramError, describeTelegramError } from './telegram.ts'

/** The answer to a callback query. Telegram accepts only the first; the button shows a spinner until then. */
export interface QueryAnswer {
  /** Sends the answer. Returns false if the query was answered before or is too old, so that nothing was shown. */
  give(text?: string, isAlert?: boolean): Promise<boolean>
}

export interface CallbackQueries {
  /**
   * Registers a query that just arrived. It is answered at once, or after `handlerHasMs` if its handler has a text for
   * the answer.
   */
  arrive(bot: AnsweringBot, update: Update): void
  /**
   * Registers a callback query that arrived by webhook. Its request may be answered with the answer to the query
   * (`takeReply`); a separate call is made only if that takes too long.
   */
  arriveByWebhook(bot: AnsweringBot, update: Update): void
  /**
   * Returns the call with which to answer the webhook's request, once the update is stored; undefined without an
   * answer.
   */
  takeReply(bot: AnsweringBot, update: Update): WebhookReply | undefined
  /** Returns the query for the handler of its update, in any process, now or an hour later. */
  of(bot: AnsweringBot, update: Update): QueryAnswer | undefined
  /** Reports that the handler of the update has ended. */
  end(bot: AnsweringBot, update: Update): void
}

/** A call that Telegram executes from the answer to its webhook. Its result is unknown. */
export interface WebhookReply {
  method: 'answerCallbackQuery'
  callback_query_id: string
}

interface AnsweringBot {
  id: number
  /** The account; null for the platform bot. */
  accountId: number | null
  bareApi: Api
}

const forgottenAfterMs = 60_000
/** The maximum time that a press waits for a slow database; storing an update usually takes a few milliseconds. */
const replyHasMs = 250

interface QuerySettings {
  /** Returns whether the handler of this callback data answers with a text. */
  isAnsweredByHandler(bot: AnsweringBot, data: string): boolean
  /** How long the spinner of a button may wait for that text. */
  handlerHasMs: number
}

export function createCallbackQueries(
  app: { log: Log },
  { isAnsweredByHandler, handlerHasMs }: QuerySettings,
): CallbackQueries {
  const pending = new Map<string, Pending>()

  function openQuery(bot: AnsweringBot, update: Update): Pending {
    const { id } = update.callback_query!
    let given: Promise<boolean> | undefined
    let isReplied = false
    const query: Pending = {
      give(text, isAlert = false) {
        if (given) return given.then(() => false)
        given = answerQuery(app, bot, { id, text, isAlert })
        return given
      },
      reply() {
        // If the answer is lost, Telegram repeats the update, and the press is answered then.
        if (given && !isReplied) return undefined
        isReplied = true
        given ??= Promise.resolve(true)
        return { method: 'answerCallbackQuery', callback_query_id: id }
      },
    }
    const key = queryKey(bot, update)
    pending.set(key, query)
    setTimeout(() => pending.delete(key), forgottenAfterMs).unref()
    return query
  }

  const isSilent = (bot: AnsweringBot, { callback_query: asked }: Update) =>
    asked !== undefined && !isAnsweredByHandler(bot, asked.data ?? '')

  function beginQuery(bot: AnsweringBot, update: Update, silentHasMs: number): void {
    if (!update.callback_query || pending.has(queryKey(bot, update))) return
    const query = openQuery(bot, update)
    const waitMs = isSilent(bot, update) ? silentHasMs : handlerHasMs
    if (waitMs === 0) void query.give()
    else setTimeout(() => void query.give(), waitMs).unref()
  }

  return {
    arrive: (bot, update) => beginQuery(bot, update, 0),
    arriveByWebhook: (bot, update) => beginQuery(bot, update, replyHasMs),
    takeReply: (bot, update) => (isSilent(bot, update) ? pending.get(queryKey(bot, update))?.reply() : undefined),
    of: (bot, update) =>
      update.callback_query ? (pending.get(queryKey(bot, update)) ?? openQuery(bot, update)) : undefined,
    end: (bot, update) => void pending.get(queryKey(bot, update))?.give(),
  }
}

interface Pending extends QueryAnswer {
  reply(): WebhookReply | undefined
}

function queryKey(bot: AnsweringBot, update: Update): string {
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
      text ? { text: toPlainLine(text).slice(0, textMax), show_alert: isAlert } : {},
    )
    return true
  } catch (error) {
    // The person still sees the result of the button, and the spinner ends automatically.
    const level = classifyTelegramError(error)?.is === 'answered' ? 'debug' : 'warn'
    app.log[level]({ bot: bot.id, error: describeTelegramError(error) }, 'a callback query could not be answered')
    return false
  }
}
