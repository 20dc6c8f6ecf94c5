import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { BotApiError, badRequest } from './bot-api-error.ts'
import type { Bot } from './bots.ts'
import { ControlError } from './control-error.ts'
import { personIdField, requireBot, requirePerson, usernameField } from './control-fields.ts'
import { createInvoiceLink, type OpenInvoice, requireInvoice, sendInvoice } from './invoices.ts'
import type { Sql } from './lib/sql.ts'
import { postByPerson } from './messages.ts'
import type { Call, Method } from './method.ts'
import { findChat, type Person, toPersonUser } from './people.ts'
import type { Room } from './room.ts'
import { getStarTransactions } from './star-transactions.ts'
import { announceUpdate, pressQueueKey, queueUpdate } from './updates.ts'

/** The methods of bots for Telegram Stars. The Stars of this machine are unlimited test money. */
export const starMethods: Record<string, Method> = {
  sendInvoice,
  createInvoiceLink,
  answerPreCheckoutQuery,
  refundStarPayment,
  getStarTransactions,
}

/** How long Telegram waits for the answer to a pre-checkout. */
const answerableMs = 10_000

const paymentForm = z
  .object({
    bot: usernameField,
    from: personIdField,
    message_id: z.coerce.number().int().optional(),
    /** The link that `createInvoiceLink` returned. */
    invoice_link: z.string().optional(),
    /** The id of a checkout that was approved but not confirmed. */
    checkout: z.string().optional(),
    confirm: z.boolean().default(true),
  })
  .refine(
    form => [form.message_id, form.invoice_link, form.checkout].filter(named => named !== undefined).length === 1,
    'a payment names one of the message of an invoice, an invoice link and a checkout',
  )

/** The result of a person's attempt to pay. */
interface Paid {
  checkout: string
  /** Whether the bot approved it; null if it did not answer in time. */
  approved: boolean | null
  error_message?: string
  charge_id: string | null
}

/**
 * Handles `POST /control/payments`: a person pays an invoice with test Stars. `confirm: false` stops after the
 * pre-checkout.
 */
export async function payAsPerson(room: Room, input: unknown): Promise<Paid> {
  const form = paymentForm.parse(input)
  const bot = await requireBot(room, form.bot)
  const person = await requirePerson(room, form.from)
  const id = form.checkout ?? (await openCheckout(room, bot, person, await requireInvoice(room, bot, person, form)))
  const answer = await awaitAnswer(room, { bot, person, id })
  const approved = answer?.ok ?? null
  const chargeId = approved && form.confirm ? await chargeStars(room, bot, person, id) : null
  return {
    checkout: id,
    approved,
    ...(answer?.error_message && { error_message: answer.error_message }),
    charge_id: chargeId,
  }
}

async function openCheckout(room: Room, bot: Bot, person: Person, { payload, stars }: OpenInvoice): Promise<string> {
  const id = randomBytes(8).readBigUInt64BE().toString()
  await room.sql.write(
    `insert into local_bot_api.checkout (id, bot_id, person_id, payload, stars) values ($1, $2, $3, $4, $5)`,
    [id, bot.id, person.id, payload, stars],
  )
  const query = { id, from: toPersonUser(person), currency: 'XTR', total_amount: stars, invoice_payload: payload }
  await queueUpdate(room, bot, { kind: 'pre_checkout_query', queueKey: pressQueueKey(person.id), payload: query })
  return id
}

interface Answer {
  ok: boolean | null
  error_message: string | null
}

async function awaitAnswer(
  room: Room,
  { bot, person, id }: { bot: Bot; person: Person; id: string },
): Promise<Answer | undefined> {
  const until = Date.now() + answerableMs
  const following = room.signals.follow(`checkout:${id}`)
  try {
    for (;;) {
      const [checkout] = await room.sql.query<Answer>(
        'select ok, error_message from local_bot_api.checkout where id = $1 and bot_id = $2 and person_id = $3',
        [id, bot.id, person.id],
      )
      if (checkout === undefined) throw new ControlError(404, `there is no checkout ${id}`)
      if (checkout.ok !== null) return checkout
      if (Date.now() >= until || room.signals.closed) return undefined
      await following.next(until - Date.now())
    }
  } finally {
    following.stop()
  }
}

// Charged once even if it is confirmed repeatedly. The message is the update that the bot must not miss.
async function chargeStars(room: Room, bot: Bot, person: Person, id: string): Promise<string> {
  const chat = (await findChat(room, bot, person.id))!
  const chargeId = await room.sql.transaction(async sql => {
    const [charged] = await sql.query<{ payload: string; stars: number; charge_id: string }>(
      `update local_bot_api.checkout set charge_id = $2, charged_at = clock_timestamp()
       where id = $1 and charge_id is null and ok
       returning payload, stars, charge_id`,
      [id, `play_${randomBytes(12).toString('base64url')}`],
    )
    if (charged === undefined) return chargedBefore(sql, id)
    const { payload, stars, charge_id } = charged
    const successful_payment = {
      currency: 'XTR',
      total_amount: stars,
      invoice_payload: payload,
      telegram_payment_charge_id: charge_id,
      provider_payment_charge_id: id,
    }
    await postByPerson({ sql, signals: room.signals }, bot, chat, { successful_payment })
    return charge_id
  })
  announceUpdate(room, bot)
  return chargeId
}

async function chargedBefore(sql: Sql, id: string): Promise<string> {
  const [known] = await sql.query<{ charge_id: string }>('select charge_id from local_bot_api.checkout where id = $1', [
    id,
  ])
  return known!.charge_id
}

async function answerPreCheckoutQuery({ room, bot, params }: Call): Promise<true> {
  const isOk = params.flag('ok')
  const message = params.text('error_message')
  if (!isOk && !message) throw badRequest('error message must be non-empty')
  const id = params.text('pre_checkout_query_id') ?? ''
  const answered = await room.sql.write(
    `update local_bot_api.checkout set ok = $3, error_message = $4
     where id = $1 and bot_id = $2 and ok is null and asked_at > clock_timestamp() - $5 * interval '1 ms'`,
    [id, bot.id, isOk, isOk ? null : message, answerableMs],
  )
  if (answered === 0) {
    throw new BotApiError(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid')
  }
  room.signals.wake(`checkout:${id}`)
  return true
}

async function refundStarPayment({ room, bot, params }: Call): Promise<true> {
  const chargeId = params.text('telegram_payment_charge_id') ?? ''
  const userId = params.integer('user_id') ?? 0
  const [refunded] = await room.sql.query<{ payload: string; stars: number }>(
    `update local_bot_api.checkout set refunded_at = clock_timestamp()
     where charge_id = $1 and bot_id = $2 and person_id = $3 and refunded_at is null returning payload, stars`,
    [chargeId, bot.id, userId],
  )
  if (refunded === undefined) {
    const known = await room.sql.query('select 1 from local_bot_api.checkout where charge_id = $1 and bot_id = $2', [
      chargeId,
      bot.id,
    ])
    throw badRequest(known.length > 0 ? 'CHARGE_ALREADY_REFUNDED' : 'CHARGE_NOT_FOUND')
  }
  const refunded_payment = {
    currency: 'XTR',
    total_amount: refunded.stars,
    invoice_payload: refunded.payload,
    telegram_payment_charge_id: chargeId,
  }
  const chat = await findChat(room, bot, userId)
  if (chat) await postByPerson(room, bot, chat, { refunded_payment })
  return true
}

/** Wakes the checkouts that wait here and were answered through another process. */
export function checkForCheckouts(room: Room): void {
  room.signals.look('checkout', async keys => {
    const rows = await room.sql.query<{ id: string }>(
      'select id from local_bot_api.checkout where id = any($1) and ok is not null',
      [keys],
    )
    return rows.map(({ id }) => id)
  })
}
