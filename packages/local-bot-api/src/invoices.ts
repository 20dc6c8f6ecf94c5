import { randomBytes } from 'node:crypto'
import { badRequest } from './bot-api-error.ts'
import type { Bot } from './bots.ts'
import { ControlError } from './control-error.ts'
import { requireMessage } from './control-fields.ts'
import { type Json, postByBot, toApiMessage } from './messages.ts'
import type { Call } from './method.ts'
import { type Person, requireWritableChat } from './people.ts'
import type { Room } from './room.ts'

const titleMax = 32
const descriptionMax = 255
const payloadBytesMax = 128
const starsMax = 10_000
/** Thirty days, the only period of a subscription that Telegram accepts. */
const subscriptionS = 2_592_000

/** Sends an invoice for Stars, with the button that pays it. */
export async function sendInvoice(call: Call): Promise<Json> {
  const { room, bot, params } = call
  const chat = await requireWritableChat(room, bot, params)
  const { payload, ...invoice } = readInvoice(call)
  const markup = { inline_keyboard: [[{ text: `⭐️ ${invoice.total_amount}`, pay: true }]] }
  const stored = await room.sql.transaction(async sql => {
    const sent = await postByBot({ room, bot, sql }, chat, { invoice }, markup)
    await sql.write('insert into local_bot_api.invoice (bot_id, message_id, payload) values ($1, $2, $3)', [
      bot.id,
      sent.message_id,
      payload,
    ])
    return sent
  })
  room.signals.wake('news:all')
  return toApiMessage(stored)
}

function readInvoice({ params }: Call) {
  const [title, description, payload] = ['title', 'description', 'payload'].map(name => params.text(name) ?? '')
  if (title === '' || [...title!].length > titleMax) throw badRequest('INVOICE_TITLE_INVALID')
  if (description === '' || [...description!].length > descriptionMax) throw badRequest('INVOICE_DESCRIPTION_INVALID')
  if (payload === '' || Buffer.byteLength(payload!) > payloadBytesMax) throw badRequest('INVOICE_PAYLOAD_INVALID')
  // Stars are the only currency, because payment providers do not exist here.
  if (params.text('currency') !== 'XTR') throw badRequest('CURRENCY_INVALID')
  const prices = params.json('prices') as { amount?: unknown }[] | undefined
  // A number may be text, as everywhere in the Bot API.
  const amount = Array.isArray(prices) && prices.length === 1 ? Number(prices[0]!.amount ?? Number.NaN) : undefined
  if (!Number.isInteger(amount) || (amount as number) < 1 || (amount as number) > starsMax) {
    throw badRequest('PRICES_INVALID')
  }
  return { title, description, start_parameter: '', currency: 'XTR', total_amount: amount as number, payload: payload! }
}

/** Creates an invoice that anyone with the link may pay, any number of times. */
export async function createInvoiceLink(call: Call): Promise<string> {
  const period = call.params.integer('subscription_period')
  if (period !== undefined && period !== subscriptionS) throw badRequest('SUBSCRIPTION_PERIOD_INVALID')
  const { payload, title, total_amount } = readInvoice(call)
  const slug = randomBytes(12).toString('base64url')
  await call.room.sql.write(
    'insert into local_bot_api.invoice_link (slug, bot_id, title, stars, payload) values ($1, $2, $3, $4, $5)',
    [slug, call.bot.id, title, total_amount, payload],
  )
  return `https://t.me/$${slug}`
}

/** The invoice that a person is about to pay. */
export interface OpenInvoice {
  title: string
  payload: string
  stars: number
}

/** Returns the invoice of a message or a link. Throws ControlError 404. */
export async function requireInvoice(
  room: Room,
  bot: Bot,
  person: Person,
  reference: { message_id?: number | undefined; invoice_link?: string | undefined },
): Promise<OpenInvoice> {
  if (reference.message_id === undefined) return requireLinkedInvoice(room, bot, reference.invoice_link ?? '')
  const message = await requireMessage(room, bot, person, reference.message_id)
  const [invoice] = await room.sql.query<{ payload: string }>(
    'select payload from local_bot_api.invoice where bot_id = $1 and message_id = $2',
    [bot.id, reference.message_id],
  )
  if (invoice === undefined) throw new ControlError(404, `message ${reference.message_id} is no invoice`)
  const { title, total_amount } = message.content.invoice as { title: string; total_amount: number }
  return { title, payload: invoice.payload, stars: total_amount }
}

/** Returns the invoice of a link. Throws ControlError 404. */
export async function requireLinkedInvoice(room: Room, bot: Bot, link: string): Promise<OpenInvoice> {
  const [, slug = ''] = /^(?:https?:\/\/t\.me\/(?:\$|invoice\/))?([\w-]+)$/.exec(link) ?? []
  const [invoice] = await room.sql.query<OpenInvoice>(
    'select title, payload, stars from local_bot_api.invoice_link where slug = $1 and bot_id = $2',
    [slug, bot.id],
  )
  if (invoice === undefined) throw new ControlError(404, 'no invoice of this bot has that link')
  return invoice
}
