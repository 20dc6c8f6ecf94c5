import type { Context } from 'grammy'
import { html } from '../src/lib/html.ts'
import type { App } from '../src/needs.ts'
import type { SentMessage } from '../src/notices/messenger.ts'
import type { KnownBot } from './bots/bots.ts'
import type { WarungFlavor } from './context.ts'
import type { QueryAnswer } from './telegram/callback-queries.ts'
import type { Message } from './telegram/message.ts'
import { type ChatClient, editMessage, removeMessage, sendMessage } from './telegram/send.ts'
import { type Language, texts } from './texts/texts.ts'

/** Adds to grammY's context what every handler has (`WarungFlavor`). */
export function buildContext(
  app: App,
  bot: KnownBot,
  plain: Context,
  person: { language: Language; query: QueryAnswer | undefined; chatId: number },
): Context & WarungFlavor {
  const line: ChatClient = { app, api: bot.api, botId: bot.id, chatId: person.chatId }
  const { id, accountId, mode, username, firstName } = bot
  const say = async (message: Message) => (await sendMessage(line, message)).messageId
  const toast = async (text: string) => (await person.query?.give(text)) ?? false
  let shown = pressedMessage(plain)
  let open: string | undefined

  const flavor: WarungFlavor = {
    app,
    bot: { id, accountId, mode, username, firstName },
    language: person.language,
    t: texts[person.language],
    once: updateKey(bot.id, plain),
    wasFormOpen: false,
    toast,
    async alert(text) {
      const isShown = (await person.query?.give(text, true)) ?? false
      if (!isShown) await say({ text: html`${text}` })
      return isShown
    },
    async show(message) {
      shown = shown ? await editMessage(line, shown, message) : await sendMessage(line, message)
      return shown.messageId
    },
    say,
    async change(messageId, message) {
      await editMessage(line, { messageId, form: 'text' }, message)
    },
    remove: messageId => removeMessage(line, messageId),
    async form(name, ...args) {
      const { conversation } = plain as Context & {
        conversation: { exitAll(): Promise<void>; enter(name: string, ...args: unknown[]): Promise<void> }
      }
      if (open !== undefined) throw new Error(`Bug: the form ${open} was entered by the same update`)
      open = name
      await conversation.exitAll()
      await conversation.enter(name, ...args)
    },
  }
  return Object.assign(plain, flavor)
}

/** Returns the message whose button was pressed, if it can still be edited. */
function pressedMessage(ctx: Context): SentMessage | undefined {
  const message = ctx.callbackQuery?.message
  // An inaccessible message has the date 0 and no other data.
  if (!message || message.date === 0) return undefined
  return { messageId: message.message_id, form: message.photo ? 'photo' : message.document ? 'document' : 'text' }
}

// Two fast taps arrive as two updates, but express a single wish. The key is therefore the button and the message as
// they were when it was pressed.
function updateKey(botId: number, { update, callbackQuery }: Context): string {
  const message = callbackQuery?.message
  if (!message || callbackQuery.data === undefined) return `${botId}:${update.update_id}`
  const shownAt = ('edit_date' in message ? message.edit_date : undefined) ?? message.date
  return `${botId}:${callbackQuery.from.id}:${message.message_id}:${shownAt}:${callbackQuery.data}`
}
