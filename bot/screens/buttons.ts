import type { Context } from 'grammy'
import { whatsAppAddress } from '../../src/lib/phone.ts'
import type { Needs } from '../../src/needs.ts'
import { paymentUrl } from '../../src/payments/payment-url.ts'
import { type Button, makePress } from '../telegram/message.ts'
import type { Language, Texts } from '../texts/texts.ts'
import { cutText } from './cut-text.ts'

/** Returns `‹ 2/4 ›` if there is more than one page; `to` makes the callback data of a page. */
export function pagerButtons(
  t: Texts,
  at: { page: number; pageCount: number },
  to: (page: number) => string,
): Button[][] {
  const { page, pageCount } = at
  if (pageCount < 2) return []
  const before = page > 1 ? page - 1 : pageCount
  const after = page < pageCount ? page + 1 : 1
  return [
    [
      { text: '‹', press: to(before) },
      { text: t.page(page, pageCount), press: to(page) },
      { text: '›', press: to(after) },
    ],
  ]
}

export function menuRow(t: Texts, back?: string): Button[] {
  const menu: Button = { text: t.menu, press: makePress('home') }
  return back === undefined ? [menu] : [{ text: t.back, press: back }, menu]
}

/** Two in a row, as a phone shows them. */
export function inPairs(buttons: Button[]): Button[][] {
  const rows: Button[][] = []
  for (let at = 0; at < buttons.length; at += 2) rows.push(buttons.slice(at, at + 2))
  return rows
}

/** The page of a payment, in the language of the chat, for a button. */
export function pageUrl({ config }: Needs<'config'>, invoiceId: string, language: Language): string | null {
  return takenUrl(config, `${paymentUrl(config, invoiceId)}&lang=${language}`)
}

/**
 * Returns an address of this installation, or null if its host has no dot, such as localhost: Telegram would then
 * refuse the whole message. The Bot API of this machine accepts it.
 */
export function takenUrl({ botToken }: Needs<'config'>['config'], url: string): string | null {
  return botToken && !new URL(url).hostname.includes('.') ? null : url
}

// Telegram says nowhere how long the address of a button may be.
const addressLengthMax = 2000

/** Returns a button that opens WhatsApp with a finished message; null if the message is too long for a button. */
export function whatsAppLink(name: string, phone: string | null, message: string): Button | null {
  const url = whatsAppAddress(phone, message)
  return url.length > addressLengthMax ? null : { text: name, url }
}

const labelMax = 40

/** A label that a button can show; the whole name is in the text. */
export function cutLabel(text: string): string {
  return cutText(text, labelMax)
}

/** Names the button that was pressed, as it stood, and the update that says so. */
export function describePress({ callbackQuery, update }: Context): { button: string; updateId: number } {
  return {
    button: `${callbackQuery?.message?.message_id}:${callbackQuery?.data}`,
    updateId: update.update_id,
  }
}

/** A whole number in a press: null unless it is one between the two. */
export function readNumber(text: string | undefined, from: number, to: number): number | null {
  if (text === undefined || !/^\d{1,6}$/.test(text)) return null
  const number = Number(text)
  return number >= from && number <= to ? number : null
}

/** The number of a row in a press, however many there are by now; null for anything else. */
export function readRow(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** The public id in a press; null for anything else. */
export function readId(text: string | undefined): string | null {
  return text !== undefined && /^[A-Za-z0-9_-]{22}$/.test(text) ? text : null
}
