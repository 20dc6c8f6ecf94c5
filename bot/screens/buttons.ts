import type { Context } from 'grammy'
import { makeWhatsAppLink } from '../../src/lib/phone.ts'
import type { Needs } from '../../src/needs.ts'
import { paymentUrl } from '../../src/payments/payment-url.ts'
import { type Button, makePress } from '../telegram/message.ts'
import type { Language, Texts } from '../texts/texts.ts'
import { shortenText } from './shorten-text.ts'

/** Returns the buttons `‹ 2/4 ›` if the list has more than one page; `to` creates the callback data of a page. */
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

/** Arranges buttons in rows of two, which suits a phone. */
export function groupInPairs(buttons: Button[]): Button[][] {
  const rows: Button[][] = []
  for (let at = 0; at < buttons.length; at += 2) rows.push(buttons.slice(at, at + 2))
  return rows
}

/** Returns the address of a payment's page in the language of the chat, for a button. */
export function pageUrl({ config }: Needs<'config'>, invoiceId: string, language: Language): string | null {
  return toButtonUrl(config, `${paymentUrl(config, invoiceId)}&lang=${language}`)
}

/**
 * Returns an address of this installation for a button. It is null if the host has no dot, such as localhost, because
 * Telegram would then refuse the whole message. The Bot API of this machine accepts such a host.
 */
export function toButtonUrl({ botToken }: Needs<'config'>['config'], url: string): string | null {
  return botToken && !new URL(url).hostname.includes('.') ? null : url
}

// Telegram does not document how long the address of a button may be.
const addressLengthMax = 2000

/** Returns a button that opens WhatsApp with a finished message; null if the message is too long for a button. */
export function makeWhatsAppButton(name: string, phone: string | null, message: string): Button | null {
  const url = makeWhatsAppLink(phone, message)
  return url.length > addressLengthMax ? null : { text: name, url }
}

const labelMax = 40

/** Shortens a label to fit a button; the text contains the whole name. */
export function shortenLabel(text: string): string {
  return shortenText(text, labelMax)
}

/** Returns ids of the pressed button, as it was displayed, and of the update that reported the press. */
export function describePress({ callbackQuery, update }: Context): { button: string; updateId: number } {
  return {
    button: `${callbackQuery?.message?.message_id}:${callbackQuery?.data}`,
    updateId: update.update_id,
  }
}

/** Returns the whole number in a press; null unless it is within the limits. */
export function readNumber(text: string | undefined, from: number, to: number): number | null {
  if (text === undefined || !/^\d{1,6}$/.test(text)) return null
  const number = Number(text)
  return number >= from && number <= to ? number : null
}

/** Returns the number of a row in a press, regardless of how many rows exist by now; null for anything else. */
export function readRowNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** Returns the public id in a press; null for anything else. */
export function readId(text: string | undefined): string | null {
  return text !== undefined && /^[A-Za-z0-9_-]{22}$/.test(text) ? text : null
}
