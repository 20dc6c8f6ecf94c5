import { type Api, InputFile } from 'grammy'
import type {
  InlineKeyboardButton,
  InlineKeyboardMarkup,
  ReplyKeyboardMarkup,
  ReplyKeyboardRemove,
  Message as TelegramMessage,
} from 'grammy/types'
import { toPlainLine } from '../../src/lib/plain-text.ts'
import type { Needs } from '../../src/needs.ts'
import type { SentMessage } from '../../src/notices/messenger.ts'
import type { Attachment, Button, Keyboard, Message } from './message.ts'
import { classifyTelegramError, describeTelegramError } from './telegram.ts'
import { TelegramFile } from './telegram-file.ts'

/** The client of a bot and the chat that it writes to. */
export interface ChatClient {
  app: Needs<'em' | 'log'>
  api: Api
  botId: number
  chatId: number
}

/** Sends a new message. Markup that Telegram refuses is sent as plain text; a forgotten file is uploaded again. */
export async function sendMessage(line: ChatClient, message: Message): Promise<SentMessage> {
  const sent = await withPlainText(line, message, html => sendAs(line, message, html))
  await pinMessage(line, sent, message)
  return sent
}

/**
 * Edits a sent message. If it cannot be edited (deleted, too old, or a text for a picture), the message is sent again
 * and the old one is deleted if possible. An old message that a picture has replaced in the meantime stays, because it
 * contains the code to pay.
 */
export async function editMessage(line: ChatClient, sent: SentMessage, message: Message): Promise<SentMessage> {
  if (sent.form !== classifyMessage(message)) return replaceMessage(line, sent, message)
  try {
    await withPlainText(line, message, html => editAs(line, sent, message, html))
    await pinMessage(line, sent, message)
    return sent
  } catch (error) {
    const trouble = classifyTelegramError(error)?.is
    if (trouble === 'not_modified') {
      await pinMessage(line, sent, message)
      return sent
    }
    if (trouble === 'gone' || trouble === 'other_form') return message.isEditOnly ? sent : sendMessage(line, message)
    throw error
  }
}

// Pinning is optional: the message arrives even if pinning fails.
async function pinMessage(
  { app, api, botId, chatId }: ChatClient,
  { messageId }: SentMessage,
  { isPinned }: Message,
): Promise<void> {
  if (isPinned === undefined) return
  try {
    if (isPinned) await api.pinChatMessage(chatId, messageId, { disable_notification: true })
    else await api.unpinChatMessage(chatId, messageId)
  } catch (error) {
    app.log.debug({ bot: botId, error: describeTelegramError(error) }, 'a message could not be pinned or unpinned')
  }
}

export function classifyMessage(message: Message): SentMessage['form'] {
  if (message.photo) return 'photo'
  return message.document ? 'document' : 'text'
}

async function replaceMessage(line: ChatClient, sent: SentMessage, message: Message): Promise<SentMessage> {
  const fresh = await sendMessage(line, message)
  await removeMessage(line, sent.messageId)
  return fresh
}

/** Deletes a message. Returns false if it is too old, or gone. */
export async function removeMessage(line: ChatClient, messageId: number): Promise<boolean> {
  try {
    await line.api.deleteMessage(line.chatId, messageId)
    return true
  } catch (error) {
    line.app.log.debug({ bot: line.botId, error: describeTelegramError(error) }, 'an old message stays')
    return false
  }
}

/** A text, and whether it is markup or plain. */
interface Wording {
  text: string
  parse_mode?: 'HTML'
}

async function withPlainText<Result>(
  line: ChatClient,
  message: Message,
  call: (wording: Wording) => Promise<Result>,
): Promise<Result> {
  try {
    return await call({ text: message.text.text, parse_mode: 'HTML' })
  } catch (error) {
    if (classifyTelegramError(error)?.is !== 'bad_markup') throw error
    line.app.log.error(
      { bot: line.botId, error: describeTelegramError(error) },
      'a message with broken markup goes out as plain text',
    )
    return call({ text: stripTags(message.text.text) })
  }
}

async function sendAs(line: ChatClient, message: Message, wording: Wording): Promise<SentMessage> {
  const { api, chatId } = line
  const { text, ...markup } = wording
  const common = {
    ...replyMarkup(message),
    protect_content: message.isProtected === true,
    ...(message.replyTo === undefined
      ? {}
      : { reply_parameters: { message_id: message.replyTo, allow_sending_without_reply: true } }),
  }
  const captioned = { ...common, ...markup, caption: text }
  const form = classifyMessage(message)
  const sent =
    form === 'photo'
      ? await withFile(line, message.photo!, file => api.sendPhoto(chatId, file, captioned))
      : form === 'document'
        ? await withFile(line, message.document!, file => api.sendDocument(chatId, file, captioned))
        : await api.sendMessage(chatId, text, { ...common, ...markup, link_preview_options: { is_disabled: true } })
  return { messageId: sent.message_id, form }
}

async function editAs(line: ChatClient, sent: SentMessage, message: Message, wording: Wording): Promise<void> {
  const { api, chatId } = line
  const { text, ...markup } = wording
  const reply_markup = inlineKeyboard(message.buttons ?? [])
  if (sent.form === 'text') {
    await api.editMessageText(chatId, sent.messageId, text, {
      ...markup,
      reply_markup,
      link_preview_options: { is_disabled: true },
    })
  } else {
    await withFile(line, message.photo ?? message.document!, async file => {
      const media = {
        type: message.photo ? ('photo' as const) : ('document' as const),
        media: file,
        caption: text,
        ...markup,
      }
      const edited = await api.editMessageMedia(chatId, sent.messageId, media, { reply_markup })
      return edited as TelegramMessage
    })
  }
}

async function withFile(
  line: ChatClient,
  attachment: Attachment,
  call: (file: string | InputFile) => Promise<TelegramMessage>,
): Promise<TelegramMessage> {
  const sent = { bot: line.botId, key: attachment.key }
  const known = await line.app.em('shared').findOne(TelegramFile, sent)
  if (known) {
    try {
      return await call(known.fileId)
    } catch (error) {
      if (classifyTelegramError(error)?.is !== 'bad_file') throw error
      line.app.log.info({ bot: line.botId, file: attachment.key }, 'Telegram forgot a file, which is uploaded again')
    }
  }
  const message = await call(new InputFile(await attachment.bytes(), attachment.name))
  const fileId = readFileId(message)
  if (fileId) {
    await line.app.em('shared').upsert(TelegramFile, { ...sent, fileId, createdAt: new Date() })
  }
  return message
}

function readFileId(message: TelegramMessage): string | undefined {
  return message.photo?.at(-1)?.file_id ?? message.document?.file_id
}

function replyMarkup(message: Message): {
  reply_markup?: InlineKeyboardMarkup | ReplyKeyboardMarkup | ReplyKeyboardRemove
} {
  if (message.buttons) return { reply_markup: inlineKeyboard(message.buttons) }
  return message.keyboard ? { reply_markup: makeKeyboard(message.keyboard) } : {}
}

function makeKeyboard(keyboard: Keyboard): ReplyKeyboardMarkup | ReplyKeyboardRemove {
  if (keyboard === 'remove') return { remove_keyboard: true }
  if ('rows' in keyboard) {
    const words = keyboard.rows.map(row => row.map(text => ({ text })))
    return { keyboard: words, resize_keyboard: true, is_persistent: true }
  }
  const rows: ReplyKeyboardMarkup['keyboard'] = [[{ text: keyboard.contact, request_contact: true }]]
  if (keyboard.cancel) rows.push([{ text: keyboard.cancel }])
  return { keyboard: rows, resize_keyboard: true, one_time_keyboard: true }
}

/** Converts buttons below a message to Telegram's format. */
export function inlineKeyboard(buttons: Button[][]): InlineKeyboardMarkup {
  return { inline_keyboard: makeRows(buttons) }
}

function makeRows(buttons: Button[][]): InlineKeyboardButton[][] {
  return buttons.map(row => row.map(makeButton))
}

function makeButton(button: Button): InlineKeyboardButton {
  const face = { text: toPlainLine(button.text), ...(button.style ? { style: button.style } : {}) }
  if ('press' in button) return { ...face, callback_data: button.press }
  if ('url' in button) return { ...face, url: button.url }
  if ('app' in button) return { ...face, web_app: { url: button.app } }
  if ('copy' in button) return { ...face, copy_text: { text: button.copy } }
  return { ...face, switch_inline_query: button.share }
}

const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" }

/** Returns the text of markup without its tags. */
export function stripTags(markup: string): string {
  return markup.replace(/<[^<>]*>/g, '').replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => named[name]!)
}
