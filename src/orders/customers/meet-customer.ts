import type { Mode } from '../../database/scope.ts'
import { announce } from '../../events/announce.ts'
import { randomToken } from '../../lib/ids.ts'
import type { Needs } from '../../needs.ts'
import { Customer } from './customer.ts'
import { meetSql } from './meet-customer-sql.ts'

/** Somebody who just wrote to a shop's bot, as Telegram describes them. */
export interface Visitor {
  accountId: number
  botId: number
  /** Of the bot. */
  mode: Mode
  telegramUserId: number
  name: string
  /** Of their Telegram: kept for those who come for the first time. */
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
async function write(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  { accountId, mode, botId, telegramUserId, name, language }: Visitor,
): Promise<{ was_blocked: boolean }> {
  return app.transaction({ accountId }, async tx => {
    const [createdAt, token] = [app.now(), randomToken()]
    const values = [accountId, botId, telegramUserId, name, createdAt, language, token]
    const [row] = await tx.query<{ id: number; token: string | null; was_blocked: boolean }>(meetSql, values)
    const { id } = row!
    if (row!.token === token) {
      const fact = { accountId, subject: `customer ${id}`, payload: { mode, customerId: Number(id) }, createdAt }
      await announce(app, tx, [{ ...fact, type: 'customer.created' }])
    }
    return row!
  })
}
