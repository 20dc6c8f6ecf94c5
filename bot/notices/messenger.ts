import { isDatabaseUnavailable } from '../../src/database/insist-on-record.ts'
import type { App } from '../../src/needs.ts'
import { findCard } from '../../src/notices/find-card.ts'
import type { Messenger, NoticeOutcome, OutgoingNotice, SentMessage } from '../../src/notices/messenger.ts'
import { revokeBot } from '../../src/notices/revoke-bot.ts'
import type { Bots, KnownBot } from '../bots/bots.ts'
import { readLanguage } from '../people/person.ts'
import type { Message } from '../telegram/message.ts'
import { classifyMessage, editMessage, removeMessage, sendMessage } from '../telegram/send.ts'
import { classifyTelegramError, describeTelegramError } from '../telegram/telegram.ts'
import { texts } from '../texts/texts.ts'
import type { NoticeReader, NoticeView, NoticeViews } from './notice-view.ts'

/**
 * Delivers notices to Telegram. The views in `bot/notices` create texts and pictures; each delivery is a single try,
 * and its result is returned.
 */
/** The interval between two checks of a notice whose module is off, in seconds. */
const offS = 3_600

export function createMessenger(app: App, bots: Bots, views: NoticeViews): Messenger {
  const showMaking = createMakingSign(app)
  return {
    async deliver(notice) {
      const bot = await bots.byId(notice.botId)
      if (!bot) return { is: 'revoked', error: 'the bot is not in service' }
      try {
        const outcome = await deliverNotice(app, bot, views, notice)
        if (outcome.is === 'waiting' && notice.kind === 'order.code') await showMaking(bot, notice.chatId)
        return outcome
      } catch (error) {
        return judgeFailure(app, bot, error)
      }
    },
  }
}

async function deliverNotice(
  app: App,
  bot: KnownBot,
  views: NoticeViews,
  notice: OutgoingNotice,
): Promise<NoticeOutcome> {
  const { chatId, accountId } = notice
  const language = await readLanguage(app, bot, chatId)
  const view = views[notice.kind] as NoticeView<never> | undefined
  // Its module is off, so the notice waits until it is on again.
  if (!view) return { is: 'waiting', forS: offS }
  const reader: NoticeReader = { app, bot, chatId, accountId, language, t: texts[language], edited: notice.edited }
  const message = await view(reader, notice.data as never)
  if (message === null) return { is: 'skipped', why: 'there is nothing to say any more' }
  if (typeof message === 'number') return { is: 'waiting', forS: message }

  if (message.reactsTo !== undefined) return addReaction({ bot, chatId }, message.reactsTo)
  if (notice.kind === 'merchant.order_card' && !notice.edited)
    return { is: 'skipped', why: 'there is no card to change' }
  const line = { app, api: bot.bareApi, botId: bot.id, chatId }
  const changed = notice.edited ?? sentPlace(message)
  if (message.isEditOnly && !changed) return { is: 'skipped', why: 'there is no message to change' }
  const card = await findCard(app, notice)
  const sent = changed ? await editMessage(line, changed, message) : await sendMessage(line, message)
  // The order's card moves down with its update; two cards of an order would contradict each other.
  if (card) await removeMessage(line, card.messageId)
  if (message.ring && sent.messageId === changed?.messageId) {
    await sendMessage(line, { text: message.ring, replyTo: sent.messageId })
  }
  return { is: 'sent', message: sent }
}

// Telegram allows a picture to replace a text, or an older picture.
function sentPlace(message: Message): SentMessage | null {
  return message.over === undefined ? null : { messageId: message.over, form: classifyMessage(message) }
}

interface ChatOfBot {
  bot: KnownBot
  chatId: number
}

/** Adds a thumbs-up to a message of the customer: https://core.telegram.org/bots/api#setmessagereaction */
async function addReaction({ bot, chatId }: ChatOfBot, messageId: number): Promise<NoticeOutcome> {
  await bot.bareApi.setMessageReaction(chatId, messageId, [{ type: 'emoji', emoji: '👍' }])
  return { is: 'sent', message: { messageId, form: 'text' } }
}

/** Telegram shows a chat action for five seconds. */
const signEveryMs = 4_000
const signsMax = 1_000

/**
 * Creates the sign that shows a customer that the picture of a code is being made:
 * https://core.telegram.org/bots/api#sendchataction
 */
function createMakingSign(app: App): (bot: KnownBot, chatId: number) => Promise<void> {
  const shownAt = new Map<string, number>()
  return async (bot, chatId) => {
    const key = `${bot.id} ${chatId}`
    const now = performance.now()
    if (now - (shownAt.get(key) ?? Number.NEGATIVE_INFINITY) < signEveryMs) return
    shownAt.delete(key)
    shownAt.set(key, now)
    if (shownAt.size > signsMax) shownAt.delete(shownAt.keys().next().value!)
    try {
      await bot.bareApi.sendChatAction(chatId, 'upload_photo')
    } catch (error) {
      app.log.debug({ bot: bot.id, error: describeTelegramError(error) }, 'an action could not be shown')
    }
  }
}

async function judgeFailure(app: App, bot: KnownBot, error: unknown): Promise<NoticeOutcome> {
  const trouble = classifyTelegramError(error)
  const told = describeTelegramError(error)
  if (isDatabaseUnavailable(error)) return { is: 'interrupted', error: told }
  switch (trouble?.is) {
    case 'limited':
      return { is: 'limited', retryAfterS: trouble.retryAfterS }
    case 'blocked':
      return { is: 'blocked', error: told }
    case 'revoked':
      await revokeBot(app, bot)
      return { is: 'revoked', error: told }
    case undefined:
      app.log.error({ err: error, bot: bot.id }, 'a notice could not be made')
      return { is: 'unknown', error: told }
    case 'unknown':
    case 'conflict':
      return { is: 'unknown', error: told }
    default:
      return { is: 'refused', error: told }
  }
}
