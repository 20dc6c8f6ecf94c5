import { badRequest } from './bot-api-error.ts'
import { validateUrl } from './html-text.ts'
import type { PressedButton } from './lib/page-json.ts'

export interface InlineKeyboard {
  inline_keyboard: InlineButton[][]
}

export interface InlineButton extends PressedButton {
  [other: string]: unknown
}

/** Telegram's limits for one keyboard. */
const buttonsMax = 100
const callbackDataBytesMax = 64
const copyTextCharactersMax = 256

type Json = Record<string, unknown>

/**
 * Returns `reply_markup` as it is stored: an inline keyboard, a reply keyboard, its removal, or a forced reply.
 * Undefined without one, and for an inline keyboard without buttons, which Telegram ignores.
 */
export function parseReplyMarkup(value: unknown): Json | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw badRequest('object expected as reply markup')
  const markup = value as Json
  if (markup.inline_keyboard !== undefined) return inlineKeyboard(markup.inline_keyboard) as Json | undefined
  if (markup.keyboard !== undefined) return replyKeyboard(markup)
  if (markup.remove_keyboard === true) return { remove_keyboard: true }
  if (markup.force_reply === true) return { ...markup }
  return undefined
}

export function isInlineKeyboard(markup: Json | null | undefined): markup is Json & InlineKeyboard {
  return markup !== null && markup !== undefined && 'inline_keyboard' in markup
}

function inlineKeyboard(rows: unknown): InlineKeyboard | undefined {
  const keyboard = checkedRows(rows, 'Field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays')
    .map(row => row.map(inlineButton))
    .filter(row => row.length > 0)
  if (keyboard.flat().length > buttonsMax) throw badRequest('reply markup is too long')
  return keyboard.length === 0 ? undefined : { inline_keyboard: keyboard }
}

function inlineButton(value: unknown): InlineButton {
  const fault = (what: string) => badRequest(`can't parse inline keyboard button: ${what}`)
  if (typeof value !== 'object' || value === null) throw fault('InlineKeyboardButton must be an Object')
  const button = value as InlineButton
  if (typeof button.text !== 'string') throw fault('Field "text" must be of type String')
  if (button.text.trim() === '') throw badRequest('inline keyboard button text must be non-empty')
  checkStyle(button.style, fault)
  const action = readAction(button)
  if (action === undefined) throw fault('Text buttons are unallowed in the inline keyboard')
  return {
    text: button.text.toWellFormed(),
    ...(button.style && { style: button.style }),
    ...(button.icon_custom_emoji_id ? { icon_custom_emoji_id: button.icon_custom_emoji_id } : {}),
    ...action,
  }
}

function readAction(button: InlineButton): Partial<InlineButton> | undefined {
  if (button.url) return { url: webAddress(button.url, 'inline keyboard button URL') }
  if (button.callback_data) {
    if (Buffer.byteLength(button.callback_data) > callbackDataBytesMax) throw badRequest('BUTTON_DATA_INVALID')
    return { callback_data: button.callback_data }
  }
  if (button.pay === true) return { pay: true }
  if (button.switch_inline_query !== undefined) return { switch_inline_query: button.switch_inline_query }
  if (button.switch_inline_query_chosen_chat !== undefined) {
    return { switch_inline_query_chosen_chat: button.switch_inline_query_chosen_chat }
  }
  if (button.switch_inline_query_current_chat !== undefined) {
    return { switch_inline_query_current_chat: button.switch_inline_query_current_chat }
  }
  if (button.login_url) {
    return { login_url: { url: webAddress(button.login_url.url, 'inline keyboard button login URL') } }
  }
  if (button.web_app) return { web_app: { url: webAddress(button.web_app.url, 'inline keyboard button Web App URL') } }
  return button.copy_text ? { copy_text: { text: copiedText(button.copy_text.text) } } : undefined
}

function copiedText(text: unknown): string {
  if (typeof text !== 'string' || text === '' || [...text].length > copyTextCharactersMax) {
    throw badRequest('BUTTON_COPY_TEXT_INVALID')
  }
  return text
}

function webAddress(url: unknown, what: string): string {
  const checked = typeof url === 'string' ? validateUrl(url) : undefined
  if (checked === undefined) throw badRequest(`${what} '${String(url)}' is invalid: Wrong HTTP URL`)
  return checked
}

function replyKeyboard(markup: Json): Json | undefined {
  const keyboard = checkedRows(markup.keyboard, 'Field "keyboard" must be an Array of Arrays')
    .map(row => row.map(replyButton))
    .filter(row => row.length > 0)
  if (keyboard.length === 0) return undefined
  const { is_persistent, resize_keyboard, one_time_keyboard, input_field_placeholder, selective } = markup
  return JSON.parse(
    JSON.stringify({ keyboard, is_persistent, resize_keyboard, one_time_keyboard, input_field_placeholder, selective }),
  )
}

function replyButton(value: unknown): Json {
  const fault = (what: string) => badRequest(`can't parse keyboard button: ${what}`)
  const button = typeof value === 'string' ? { text: value } : (value as Json)
  if (typeof button !== 'object' || button === null) throw fault('KeyboardButton must be a String or an Object')
  if (typeof button.text !== 'string') throw fault('Field "text" must be of type String')
  if (button.text.trim() === '') throw badRequest('keyboard button text must be non-empty')
  checkStyle(button.style, fault)
  return button
}

function checkStyle(style: unknown, fault: (what: string) => Error): void {
  if (style !== undefined && style !== '' && !['primary', 'success', 'danger'].includes(String(style))) {
    throw fault('invalid button style specified')
  }
}

function checkedRows(rows: unknown, mistake: string): unknown[][] {
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) throw badRequest(mistake)
  return rows
}
