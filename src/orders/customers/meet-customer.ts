import type { Needs } from '../../needs.ts'
import { Customer } from './customer.ts'
import { meetSql } from './meet-customer-sql.ts'

/** Somebody who just wrote to a shop's bot, as Telegram describes them. */
export interface Visitor {
  accountId: number
  botId: number
  telegramUserId: number
  name: string
  /** Of their Telegram: kept for those who come for the first time. */
  language: 'id' | 'en'
}

/** Finds or makes the customer, with their current name. `wasBlocked`: they had blocked the bot and are back. */
export async function meetCustomer(
  app: Needs<'em' | 'sql' | 'now'>,
  { accountId, botId, telegramUserId, name, language }: Visitor,
): Promise<{ customer: Customer; wasBlocked: boolean }> {
  const values = [accountId, botId, telegramUserId, name, app.now(), language]
  const [row] = await app.sql.query<{ was_blocked: boolean }>(meetSql, values)
  const { was_blocked: wasBlocked, ...columns } = row!
  return { customer: app.em({ accountId }).map(Customer, columns), wasBlocked }
}
