// Every transfer that settles and every step of an order passes through these.

/**
 * $1 bots, $2 chats, $3 accounts, $4 kinds, $5 keys, $6 keys of what they edit, $7 data, $8 when each is due, $9 now: stored
 * once by key. Notices that are due later do not hold up others.
 */
export const planSql = `
  insert into notice (bot_id, chat_id, account_id, kind, dedupe_key, edits, data, next_at, created_at, is_waiting)
  select n.*, $9::timestamptz, n.due_at > $9
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::timestamptz[])
    as n(bot_id, chat_id, account_id, kind, dedupe_key, edits, data, due_at)
  on conflict (dedupe_key) do nothing`

/** The chats of customers: $1 their ids. */
export const customerChatsSql = 'select id, bot_id, chat_id from customer where id = any ($1::bigint[])'

/** The chats that accounts are linked to, but for those of people who are no members any more, through the platform bot, and the kinds that each switched off: $1 accounts. */
export const merchantChatsSql = `
  select m.account_id, m.chat_id, b.id as bot_id, array(
    select s.kind from notice_switch s where s.account_id = m.account_id and not s.is_on) as switched_off
  from merchant_chat m join bot b on b.account_id is null and b.state = 'active'
  where m.account_id = any ($1::bigint[]) and m.blocked_at is null
    and (m.user_id is null or exists (
      select 1 from membership has where has.account_id = m.account_id and has.user_id = m.user_id))`

/** The orders that payments were made for: $1 invoice ids. */
export const ordersOfPaymentsSql = `
  select i.invoice_id, o.order_number, o.customer_id
  from order_invoice i join store_order o on o.id = i.order_id where i.invoice_id = any ($1)`
