import { badRequest } from './bot-api-error.ts'
import type { Call } from './method.ts'
import { type Person, toPersonUser } from './people.ts'

type Moved = Person & { charge_id: string; stars: number; payload: string; is_refund: boolean; moved_at: Date }

/** Returns the payments to the bot and their refunds, oldest first. */
export async function getStarTransactions({ room, bot, params }: Call): Promise<unknown> {
  const offset = params.integer('offset') ?? 0
  const limit = params.integer('limit') ?? 100
  if (offset < 0) throw badRequest('offset must be non-negative')
  if (limit < 1 || limit > 100) throw badRequest('limit must be between 1 and 100')
  const moved = await room.sql.query<Moved>(selectMoved, [bot.id, offset, limit])
  return { transactions: moved.map(describeTransaction) }
}

const selectMoved = `
  select person.*, charge_id, stars, payload, is_refund, moved_at
  from (
    select person_id, charge_id, stars, payload, false as is_refund, coalesce(charged_at, asked_at) as moved_at
    from local_bot_api.checkout where bot_id = $1 and charge_id is not null
    union all
    select person_id, charge_id, stars, payload, true, refunded_at
    from local_bot_api.checkout where bot_id = $1 and refunded_at is not null
  ) as moved join local_bot_api.person on person.id = person_id
  order by moved_at, charge_id, is_refund offset $2 limit $3`

// A refund has the number of the charge that it returns, and the opposite direction.
function describeTransaction({ charge_id, stars, payload, is_refund, moved_at, ...person }: Moved) {
  const partner = {
    type: 'user',
    transaction_type: 'invoice_payment',
    user: toPersonUser(person),
    invoice_payload: payload,
  }
  return {
    id: charge_id,
    amount: stars,
    date: Math.floor(moved_at.getTime() / 1000),
    ...(is_refund ? { receiver: partner } : { source: partner }),
  }
}
