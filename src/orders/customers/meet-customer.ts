import { storedColumnsOf } from '../../database/columns.ts'
import type { Mode } from '../../database/scope.ts'
import { announce } from '../../events/announce.ts'
import { randomToken } from '../../lib/ids.ts'
import { statement } from '../../lib/statement.ts'
import type { Needs } from '../../needs.ts'
import { Customer } from './customer.ts'

/** Somebody who just wrote to a shop's bot, as Telegram describes them. */
export interface Visitor {
  accountId: number
  botId: number
  /** The bot's. */
  mode: Mode
  telegramUserId: number
  name: string
  /** Their Telegram's: it is stored for those who come for the first time. */
  language: 'id' | 'en'
}

/** Finds or makes the customer, with their current name. `wasBlocked`: they had blocked the bot and are back. */
export async function meetCustomer(
  app: Needs<'em' | 'sql' | 'transaction' | 'now' | 'reactions'>,
  visitor: Visitor,
): Promise<{ customer: Customer; wasBlocked: boolean }> {
  const { accountId, botId, telegramUserId, name } = visitor
  const em = app.em({ accountId })
  const customer = await em.findOne(Customer, { botId, telegramUserId, name, blockedAt: null })
  if (customer) return { customer, wasBlocked: false }
  const { was_blocked: wasBlocked, ...columns } = await write(app, visitor)
  return { customer: em.map(Customer, columns), wasBlocked }
}

/** Writes somebody who is new, has another name or is back, and announces who is new. */
async function write(app: Needs<'transaction' | 'now' | 'reactions'>, visitor: Visitor): Promise<MetRow> {
  const { accountId, mode } = visitor
  return app.transaction({ accountId }, async tx => {
    const createdAt = app.now()
    const token = randomToken()
    const [row] = await tx.query(meetSql, { ...visitor, createdAt, token })
    const { id } = row!
    if (row!.token === token) {
      const fact = { accountId, subject: `customer ${id}`, payload: { mode, customerId: Number(id) }, createdAt }
      await announce(app, tx, [{ ...fact, type: 'customer.created' }])
    }
    return row!
  })
}

interface MetRow {
  id: number
  token: string | null
  was_blocked: boolean
}

const meetSql = statement<Visitor & { createdAt: Date; token: string }, MetRow>(`
  with known as (
    select blocked_at is not null as was_blocked from customer
    where bot_id = :botId and telegram_user_id = :telegramUserId
  ), met as (
    insert into customer (account_id, bot_id, telegram_user_id, chat_id, name, language, created_at, token)
    values (:accountId, :botId, :telegramUserId, :telegramUserId, :name, :language, :createdAt, :token)
    on conflict (bot_id, telegram_user_id) do update set name = excluded.name, blocked_at = null
    returning ${storedColumnsOf(Customer, 'customer')}
  )
  select met.*, coalesce((select was_blocked from known), false) as was_blocked from met`)
