import { statement } from '../lib/statement.ts'
import { listStateColumns } from '../payments/state/payment-triggers-sql.ts'

/**
 * A condition of the books that holds at any moment, as a query whose rows are the violations. It may use `:now`, the
 * business time, and `:windows`, the window of each connector by its id, which determines how long money may be in
 * transit.
 */
export interface Invariant {
  id: string
  sentence: string
  sql: string
}

/** Limits the exceptions to 20, which is enough to see what they have in common. */
export const exceptionsSql = ({ sql }: Invariant) =>
  statement<{ now: Date; windows: object }>(`select * from (${sql}) exceptions limit 20`)

const oneSale = `
  select p.invoice_id, p.final_amount, p.paid_amount from payment p
  where p.status = 'paid' and not p.is_foreign and not (
    (select count(*) from movement m where m.invoice_id = p.invoice_id and m.kind = 'sale') = 1
    and (select count(*) from transfer t where t.invoice_id = p.invoice_id and t.state = 'settled') = 1
    and exists (
      select 1 from movement m join transfer t on t.id = m.transfer_id
      where m.invoice_id = p.invoice_id and m.kind = 'sale' and t.invoice_id = p.invoice_id and t.state = 'settled'
        and m.account_id = p.account_id and m.amount = t.amount and p.paid_amount = t.amount
        and (t.amount = p.final_amount or p.end_reason is not null)))
  union all
  select p.invoice_id, p.final_amount, p.paid_amount from payment p
  where p.is_foreign and (
    exists (select 1 from movement m where m.invoice_id = p.invoice_id and m.kind = 'sale')
    or exists (select 1 from transfer t where t.invoice_id = p.invoice_id and t.state = 'settled')
    or (p.status = 'paid' and not (p.end_reason = 'confirmed_by_hand' and p.paid_amount = p.final_amount and exists (
      select 1 from audit_entry a
      where a.chain = p.account_id and a.subject = p.invoice_id and a.act = 'payment.confirmed_by_hand'))))`

const onePlace = `
  select 'transfer ' || t.id as subject, 'settled and booked disagree' as problem from transfer t
  where (select count(*) from movement m where m.transfer_id = t.id and m.kind = 'sale')
    <> case when t.state = 'settled' then 1 else 0 end
  union all
  select 'transfer ' || min(t.id), 'stored twice' from transfer t
  group by t.receiving_account_id, t.reference having count(*) > 1
  union all
  select m.invoice_id, 'sold twice, or sold and not paid'
  from movement m left join payment p on p.invoice_id = m.invoice_id
  where m.kind = 'sale' group by m.invoice_id having count(*) > 1 or bool_or(p.status is distinct from 'paid')`

// The table's check allows five states of a transfer; the settled amount equals the sold one, and the person who ended
// a review is known.
const nothingUnexplained = `
  select 'account ' || account_id as subject, sum(received) as received, sum(explained) as explained from (
    select account_id, amount as received, case when state <> 'settled' then amount else 0 end as explained
    from transfer
    union all
    select account_id, 0, amount from movement where kind = 'sale') money
  group by account_id having sum(received) <> sum(explained)
  union all
  select 'transfer ' || t.id, t.amount, 0 from transfer t
  where (t.state in ('refunded', 'ignored') or (t.state = 'settled' and t.resolved_at is not null)) and not exists (
    select 1 from audit_entry a
    where a.chain = t.account_id and a.subject = 'transfer ' || t.id and a.act like 'transfer.%')`

const knownMoves = `
  select p.invoice_id, p.status, p.paid_at, told.types from payment p
  left join lateral (
    select array_agg(e.type order by e.type) as types,
      coalesce(bool_or(e.type = 'payment.created'), false) as created,
      coalesce(bool_or(e.type = 'payment.paid'), false) as paid,
      coalesce(bool_or(e.type = 'payment.expired'), false) as expired,
      coalesce(bool_or(e.type = 'payment.cancelled'), false) as cancelled,
      coalesce(bool_or(e.type = 'payment.paid' and e.payload->>'from' = 'expired'), false) as paid_after_expiry
    from event e where e.subject = p.invoice_id) told on true
  where (p.status = 'paid') <> (p.paid_at is not null) or not told.created
    or case p.status
      when 'pending' then told.paid or told.expired or told.cancelled
      when 'paid' then not told.paid or told.cancelled or told.expired <> told.paid_after_expiry
        or (told.expired and not (p.paid_late and p.end_reason is not null))
      when 'expired' then not told.expired or told.paid or told.cancelled
      else not told.cancelled or told.paid or told.expired end`

const paidIsTold = `
  select p.invoice_id, p.callback_url from payment p
  where p.status = 'paid' and (
    (select count(*) from event e where e.subject = p.invoice_id and e.type = 'payment.paid') <> 1
    or (p.callback_url is not null and not exists (
      select 1 from delivery d join event e on e.id = d.event_id
      where e.subject = p.invoice_id and e.type = 'payment.paid' and d.invoice_id = p.invoice_id)))`

// The longest pause of the schedule is a day and a fifth; the longest Retry-After is shorter.
const deliveriesKnown = `
  select d.id, d.invoice_id, d.state, d.attempts, d.next_at, log.attempts as logged from delivery d
  cross join lateral (
    select count(*) as attempts, max(t.number) as last, bool_or(t.status between 200 and 299) as reached
    from delivery_attempt t where t.delivery_id = d.id) log
  where d.created_at > :now::timestamptz - interval '85 days' and (
    d.attempts <> log.attempts or d.attempts <> coalesce(log.last, 0) or d.attempts > 12
    or case d.state
      when 'delivered' then log.reached is not true
      when 'pending' then log.reached is true or d.attempts = 12 or d.next_at > :now::timestamptz + interval '29 hours'
      when 'exhausted' then d.attempts <> 12 and not d.is_test
      when 'paused' then log.reached is true
      else d.attempts = 0 end)`

const holdsApart = `
  select h.invoice_id, h.next_invoice_id as other, h.final_amount, 'overlap' as problem from (
    select invoice_id, final_amount, held_until, lead(invoice_id) over amounts as next_invoice_id,
      lead(held_from) over amounts as next_from
    from hold window amounts as (partition by receiving_account_id, final_amount order by held_from, held_until)) h
  where h.next_from < h.held_until
  union all
  select h.invoice_id, r.invoice_id, h.final_amount, 'an open payment does not have its amount' from hold h
  join payment p on p.invoice_id = h.invoice_id
  left join reservation r on r.receiving_account_id = h.receiving_account_id and r.final_amount = h.final_amount
  where (p.status = 'pending') <> (h.held_until = 'infinity')
    or (p.status = 'pending' and r.invoice_id is distinct from h.invoice_id)`

const readPastDeadline = `
  with line as (
    select c.id, c.receiving_account_id, make_interval(secs =>
      coalesce((c.window_overrides->>'graceS')::float8, (:windows::jsonb->c.connector->>'graceS')::float8, 0)) as grace
    from connection c)
  select p.invoice_id, p.expires_at, p.ended_at from payment p
  where exists (select 1 from event e where e.subject = p.invoice_id and e.type = 'payment.expired') and (
    p.ended_at < p.expires_at
    or exists (
      select 1 from hold h where h.invoice_id = p.invoice_id and not exists (
        select 1 from line join reading r on r.connection_id = line.id
        where line.receiving_account_id = h.receiving_account_id and r.watermark > p.expires_at + line.grace))
    or exists (
      select 1 from charge g join line on line.id = g.connection_id
      where g.invoice_id = p.invoice_id and (g.state = 'waiting' or (g.state = 'coded' and not g.is_closed
        and coalesce(g.answered_until, '-infinity') <= p.expires_at + line.grace)))
    or exists (
      select 1 from transfer t where t.invoice_id = p.invoice_id and t.state = 'unsettled' and p.status = 'expired'))`

const keysMatch = `
  select i.account_id, i.mode, min(i.key) as key, i.invoice_id from idempotency i
  left join payment p on p.invoice_id = i.invoice_id
  group by i.account_id, i.mode, i.invoice_id
  having count(*) > 1 or bool_or(p.account_id is distinct from i.account_id or p.mode is distinct from i.mode)`

const nothingForgotten = `
  select 'charge ' || id as subject, leased_until as since from charge
  where state <> 'failed' and not is_closed and lease_token is not null and leased_until < now() - interval '70 seconds'
  union all
  select 'reading of connection ' || connection_id, leased_until from reading
  where lease_token is not null and leased_until < now() - interval '70 seconds'
  union all
  select 'delivery ' || id, leased_until from delivery
  where state = 'pending' and lease_token is not null and leased_until < now() - interval '45 seconds'
  union all
  select 'delivery ' || id, next_at from delivery
  where state = 'pending' and next_at < :now::timestamptz - interval '60 seconds' and leased_until < now()
    and not exists (
      select 1 from callback_endpoint h where h.account_id = delivery.account_id and h.origin = delivery.origin
        and h.open_s > 0 and h.blocked_until > :now::timestamptz - interval '60 seconds')`

const statisticsMatch = `
  with counted as (
    select account_id, mode, sum(total) as total, sum(paid) as paid, sum(revenue) as revenue from (
      select account_id, mode, total, paid, revenue from payment_day
      union all select account_id, mode, total, paid, revenue from payment_delta) as both_parts
    group by account_id, mode),
  hours as (
    select account_id, mode, sum(total) as total, sum(paid) as paid, sum(revenue) as revenue from (
      select account_id, mode, total, paid, revenue from payment_hour
      union all select account_id, mode, total, paid, revenue from payment_delta) as both_parts
    where not exists (
      select 1 from statistics_fill f where f.account_id = both_parts.account_id and f.mode = both_parts.mode)
    group by account_id, mode),
  payments as (
    select account_id, mode, count(*) as total, count(*) filter (where status = 'paid') as paid
    from payment group by account_id, mode),
  sales as (
    select account_id, mode, sum(amount) as revenue from (
      select account_id, mode, amount from movement where kind = 'sale'
      union all select account_id, mode, paid_amount from payment where status = 'paid' and is_foreign) as both_kinds
    group by account_id, mode)
  select p.account_id, p.mode, p.total, c.total as counted_total, p.paid, c.paid as counted_paid,
    s.revenue, c.revenue as counted_revenue
  from payments p left join counted c using (account_id, mode) left join sales s using (account_id, mode)
  where c.total is distinct from p.total or c.paid is distinct from p.paid
    or c.revenue is distinct from coalesce(s.revenue, 0)
  union all
  select c.account_id, c.mode, c.total, h.total, c.paid, h.paid, c.revenue, h.revenue
  from counted c join hours h using (account_id, mode)
  where (h.total, h.paid, h.revenue) is distinct from (c.total, c.paid, c.revenue)`

const balancesHold = `
  select 'balance of account ' || account_id as subject, sum(net)::text as problem from movement
  where is_withdrawable group by account_id, mode
  having sum(net) < 0 and sum(net) filter (where kind = 'withdrawal') < 0
  union all
  select 'withdrawal ' || w.id, w.status || ', booked ' || coalesce(sum(m.net), 0) from withdrawal w
  left join movement m
    on m.withdrawal_id = w.id and m.kind = 'withdrawal' and m.account_id = w.account_id and m.mode = w.mode
  group by w.id
  having coalesce(sum(m.net), 0) <> case when w.status in ('rejected', 'failed') then 0 else -w.amount end
    or count(m.id) <> case when w.status in ('rejected', 'failed') then 2 else 1 end`

const balanceExplained = `
  select 'account ' || account_id || ', ' || mode as subject, sum(booked) as booked, sum(explained) as explained from (
    select account_id, mode, net as booked, 0 as explained from movement where is_withdrawable
    union all
    select account_id, mode, 0, paid_amount from payment where status = 'paid' and paid_via = 'qris' and not is_foreign
    union all
    select account_id, mode, 0, -amount from withdrawal where status not in ('rejected', 'failed')) money
  group by account_id, mode having sum(booked) <> sum(explained)
  union all
  select 'sale of ' || m.invoice_id, m.fee, p.final_amount - p.amount - p.unique_code from movement m
  join payment p on p.invoice_id = m.invoice_id
  where m.kind = 'sale' and m.fee <> p.final_amount - p.amount - p.unique_code`

const goodsCounted = `
  select 'file ' || f.id as subject, f.download_count as counted, coalesce(sum(r.downloads), 0) as given
  from digital_file f
  left join payment p on p.file_id = f.id left join goods_release r on r.invoice_id = p.invoice_id
  group by f.id having f.download_count <> coalesce(sum(r.downloads), 0)
  union all
  select 'content ' || c.id, c.view_count, count(r.content_opened_at) from hidden_content c
  left join payment p on p.content_id = c.id left join goods_release r on r.invoice_id = p.invoice_id
  group by c.id having c.view_count <> count(r.content_opened_at)
  union all
  select 'released unpaid ' || p.invoice_id, 0, r.downloads from goods_release r
  join payment p on p.invoice_id = r.invoice_id where p.status <> 'paid'`

const refundsBooked = `
  select coalesce(p.invoice_id, m.invoice_id) as subject, p.refunded_amount, m.booked, r.returned
  from (select * from payment where refunded_at is not null) p
  full join (select invoice_id, nullif(-sum(amount), 0) as booked from movement where kind = 'refund_note'
    group by invoice_id) m on m.invoice_id = p.invoice_id
  left join lateral (select nullif(sum(amount), 0) as returned from refund
    where state = 'succeeded' and invoice_id = coalesce(p.invoice_id, m.invoice_id)) r on true
  where p.refunded_amount is distinct from m.booked or r.returned is distinct from m.booked
    or (p.invoice_id is not null and (p.status <> 'paid'
      or p.refunded_amount > coalesce(p.paid_amount, p.final_amount)))`

const statesFollow = `
  select coalesce(p.invoice_id, s.invoice_id) as subject, p.status, s.status as listed_as
  from payment p full join payment_state s on s.invoice_id = p.invoice_id
  where (${listStateColumns('p')}) is distinct from (${listStateColumns('s')})`

const ordersAddUp = `
  select o.order_number as subject, o.total, g.goods + o.delivery_fee - o.discount as added_up
  from store_order o
  join (select order_id, sum(price * quantity + surcharge) as goods from order_item group by order_id) g
    on g.order_id = o.id
  where o.total <> g.goods + o.delivery_fee - o.discount
  union all
  select 'item ' || i.id, i.surcharge, coalesce(sum(m.price * m.quantity), 0)
  from order_item i left join order_item_making m on m.order_item_id = i.id
  group by i.id
  having i.surcharge <> coalesce(sum(m.price * m.quantity), 0) or coalesce(sum(m.quantity), 0) > i.quantity`

export const invariants: Invariant[] = [
  {
    id: 'I1',
    sentence: 'every paid payment has one sale and one transfer, of its own amount unless somebody accepted another',
    sql: oneSale,
  },
  {
    id: 'I2',
    sentence:
      'all money that arrived is settled, in review, returned or ignored, and a person answers for the last two',
    sql: nothingUnexplained,
  },
  { id: 'I3', sentence: 'no transfer is in two places, and no payment is sold twice', sql: onePlace },
  {
    id: 'I4',
    sentence: 'the status, the time of paying and the events tell the same story, and only moves that exist',
    sql: knownMoves,
  },
  {
    id: 'I5',
    sentence: 'every paid payment is told once, and has a callback where it names an address',
    sql: paidIsTold,
  },
  {
    id: 'I6',
    sentence: 'every callback is delivered, stopped with a reason, or due within the schedule, as its log says',
    sql: deliveriesKnown,
  },
  {
    id: 'I7',
    sentence: 'no two payments hold one amount of a receiving account at once, and every open one has its own',
    sql: holdsApart,
  },
  {
    id: 'I8',
    sentence: 'nothing expired before everything that could bring its money was read past its deadline',
    sql: readPastDeadline,
  },
  { id: 'I10', sentence: 'an idempotency key made one payment, and the other way round', sql: keysMatch },
  {
    id: 'I12',
    sentence: 'no lease outlives twice its life, and no callback waits longer than a minute',
    sql: nothingForgotten,
  },
  {
    id: 'I15',
    sentence: 'the statistics are what the payments and the books say',
    sql: statisticsMatch,
  },
  {
    id: 'I17',
    sentence:
      'no withdrawal makes a balance negative, and each is booked once and given back once when it ends in vain',
    sql: balancesHold,
  },
  {
    id: 'I18',
    sentence: 'sold goods are opened by paid payments alone, and counted exactly',
    sql: goodsCounted,
  },
  {
    id: 'I19',
    sentence:
      'a balance is what qris brought less what withdrawals took, and every fee is what its payment asked on top',
    sql: balanceExplained,
  },
  {
    id: 'I20',
    sentence: 'an order comes to its lines with their options and its fee, less its discount',
    sql: ordersAddUp,
  },
  {
    id: 'I21',
    sentence: 'a payment is refunded by what the books say was returned of it, and only if it was paid',
    sql: refundsBooked,
  },
  {
    id: 'I22',
    sentence: 'every payment is listed and searched by its own state',
    sql: statesFollow,
  },
]
