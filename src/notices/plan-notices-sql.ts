import { perRowSql, rowsSql, statement } from '../lib/statement.ts'

// Run for every settled transfer and every step of an order.

export interface PlannedRow {
  bot_id: number
  chat_id: number
  account_id: number | null
  kind: string
  dedupe_key: string
  /** The key of the notice that it edits. */
  edits: string | null
  data: object
  due_at: Date
}

const planned = rowsSql<PlannedRow>('planned', {
  bot_id: 'bigint',
  chat_id: 'bigint',
  account_id: 'bigint',
  kind: 'text',
  dedupe_key: 'text',
  edits: 'text',
  data: 'jsonb',
  due_at: 'timestamptz',
})

/** Stores notices once per key. Notices that are due later do not delay others. */
export const planSql = statement<{ planned: PlannedRow[]; now: Date }>(`
  insert into notice (bot_id, chat_id, account_id, kind, dedupe_key, edits, data, next_at, created_at, is_waiting)
  select bot_id, chat_id, account_id, kind, dedupe_key, edits, data, due_at, :now::timestamptz, due_at > :now
  from ${planned}
  on conflict (dedupe_key) do nothing`)

interface MerchantChatRow {
  account_id: number
  chat_id: number
  bot_id: number
  switched_off: string[]
}

/**
 * Returns the chats linked to accounts through the platform bot, with the kinds that each has disabled. Chats of people
 * who have left the account are excluded.
 */
export const merchantChatsSql = statement<{ accounts: number[] }, MerchantChatRow>(`
  select m.account_id, m.chat_id, b.id as bot_id, array(
    select s.kind from notice_switch s where s.account_id = m.account_id and not s.is_on) as switched_off
  from unnest(:accounts::bigint[]) asked(id)
  join merchant_chat m on m.account_id = asked.id and ${perRowSql('asked.id')}
  join bot b on b.account_id is null and b.state = 'active'
  where m.blocked_at is null
    and (m.user_id is null or exists (
      select 1 from membership has where has.account_id = m.account_id and has.user_id = m.user_id))`)

interface OrderOfPayment {
  invoice_id: string
  order_number: string
  customer_id: number
}

/** Returns the orders of payments. */
export const ordersOfPaymentsSql = statement<{ invoices: string[] }, OrderOfPayment>(`
  select i.invoice_id, o.order_number, o.customer_id
  from order_invoice i join store_order o on o.id = i.order_id where i.invoice_id = any (:invoices)`)
