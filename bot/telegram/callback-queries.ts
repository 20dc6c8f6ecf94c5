import type { Update } from 'grammy/types'
import type { Log } from '../../src/lib/log.ts'
import type { KnownBot } from '../bots/bots.ts'
import { describeTrouble, troubleOf } from './telegram.ts'

/** The one answer that a press gets. Telegram takes only the first; the spinner on the button turns until then. */
export interface PressAnswer {
  /** False when it was answered before, or is too old: nothing was shown. */
  give(text?: string, isAlert?: boolean): Promise<boolean>
}

export interface Presses {
  /** For a press that just came in: answered now, or 250 ms later where its handler has something to say. */
  arrive(bot: KnownBot, update: Update): void
  /** For its handler, here or in another process, now or an hour later. */
  of(bot: KnownBot, update: Update): PressAnswer | undefined
  /** Its handler ended. */
  end(bot: KnownBot, update: Update): void
}

const handlerHasMs = 250
const forgottenAfterMs = 60_000

/** `answersItself` says of callback data whether the handler has a text for the answer. */
export function createPresses(app: { log: Log }, answersItself: (bot: KnownBot, data: string) => boolean): Presses {
  const pending = new Map<string, PressAnswer>()

  function open(bot: KnownBot, update: Update): PressAnswer {
    let given: Promise<boolean> | undefined
    const give = (text?: string, isAlert = false) => {
      if (given) return given.then(() => false)
      given = answer(app, bot, update.callback_query!.id, text, isAlert)
      return given
    }
    const press = { give }
    const key = keyOf(bot, update)
    pending.set(key, press)
    setTimeout(() => pending.delete(key), forgottenAfterMs).unref()
    return press
  }

  return {
    arrive(bot, update) {
      const query = update.callback_query
      if (!query || pending.has(keyOf(bot, update))) return
      const press = open(bot, update)
      if (answersItself(bot, query.data ?? '')) setTimeout(() => void press.give(), handlerHasMs)
      else void press.give()
    },
    of: (bot, update) => (update.callback_query ? (pending.get(keyOf(bot, update)) ?? open(bot, update)) : undefined),
    end: (bot, update) => void pending.get(keyOf(bot, update))?.give(),
  }
}

function keyOf(bot: KnownBot, update: Update): string {
  return `${bot.id}:${update.update_id}`
}

const textMax = 200

async function answer(
  app: { log: Log },
  bot: KnownBot,
  queryId: string,
  text: string | undefined,
  isAlert: boolean,
): Promise<boolean> {
  try {
    await bot.bareApi.answerCallbackQuery(queryId, text ? { text: text.slice(0, textMax), show_alert: isAlert } : {})
    return true
  } catch (error) {
    // Whoever pressed sees what the press did, and a spinner that ends by itself.
    const level = troubleOf(error)?.is === 'answered' ? 'debug' : 'warn'
    app.log[level]({ bot: bot.id, error: describeTrouble(error) }, 'a press could not be answered')
    return false
  }
}
