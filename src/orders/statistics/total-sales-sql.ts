// Totals of sales cover all orders of a day, and are computed for sets of days: entities would load every order of
// each.
import { rowsSql, statement } from '../../lib/statement.ts'

export interface MarkedDay {
  account_id: number
  mode: string
  /** The day, `YYYY-MM-DD`. */
  day: string
}

/** A day with its first moment, and the moment after it. */
export type DayBucket = MarkedDay & { starts: Date; ends: Date }

const sold = `('paid', 'processing', 'completed')`

/**
 * Only one process counts at a time: if two counted the same day, the older count could win. Returns false in `taken`
 * while another process counts.
 */
export const takeTurnSql = statement<object, { taken: boolean }>('select pg_try_advisory_xact_lock(738215) as taken')

/**
 * Consumes marks and returns the days to count. These are the days of the marked orders, and those of each customer's
 * next sold order, which may have become or ceased to be the first.
 */
export const takeMarksSql = statement<{ zone: string; limit: number }, MarkedDay>(`
  with taken as (
    delete from sale_mark where id in (select id from sale_mark order by id limit :limit::integer)
    returning account_id, mode, order_id, customer_id, created_at)
  select account_id, mode, (created_at at time zone :zone::text)::date::text as day from taken
  union
  select t.account_id, t.mode, (o.created_at at time zone :zone::text)::date::text
  from taken t cross join lateral (
    select created_at from store_order
    where customer_id = t.customer_id and mode = t.mode and status in ${sold}
      and (created_at, id) > (t.created_at, t.order_id)
    order by created_at, id limit 1) o`)

const bucket = rowsSql<DayBucket>('bucket', {
  account_id: 'bigint',
  mode: 'text',
  day: 'date',
  starts: 'timestamptz',
  ends: 'timestamptz',
})

export const clearTotalsSql = statement<{ bucket: DayBucket[] }>(`
  with bucket as (select account_id, mode, day from ${bucket}),
  products as (
    delete from product_day d using bucket b where d.account_id = b.account_id and d.mode = b.mode and d.day = b.day),
  options as (
    delete from option_day d using bucket b where d.account_id = b.account_id and d.mode = b.mode and d.day = b.day),
  coupons as (
    delete from coupon_day d using bucket b where d.account_id = b.account_id and d.mode = b.mode and d.day = b.day)
  delete from sale_day d using bucket b where d.account_id = b.account_id and d.mode = b.mode and d.day = b.day`)

/** Writes totals; the caller must have deleted those of the days in an earlier statement. */
export const writeTotalsSql = statement<{ bucket: DayBucket[] }>(`
  with placed as materialized (
    select bucket.day, o.id, o.account_id, o.mode, o.total, o.discount, o.coupon_code, o.delivery_fee,
      o.status in ${sold} as is_sold, o.door = 'counter' as is_at_counter,
      o.door <> 'counter' and o.status in ${sold} and not exists (
        select 1 from store_order e where e.customer_id = o.customer_id and e.mode = o.mode and e.status in ${sold}
          and (e.created_at, e.id) < (o.created_at, o.id)) as is_first
    from ${bucket}
    join store_order o on o.account_id = bucket.account_id and o.mode = bucket.mode
      and o.created_at >= bucket.starts and o.created_at < bucket.ends),
  days as (
    insert into sale_day (
      account_id, mode, day, placed, sold, revenue, discount, delivery_fees, new_customers, new_revenue,
      counter_sold, counter_revenue)
    select account_id, mode, day, count(*), count(*) filter (where is_sold),
      coalesce(sum(total) filter (where is_sold), 0), coalesce(sum(discount) filter (where is_sold), 0),
      coalesce(sum(delivery_fee) filter (where is_sold), 0), count(*) filter (where is_first),
      coalesce(sum(total) filter (where is_first), 0), count(*) filter (where is_sold and is_at_counter),
      coalesce(sum(total) filter (where is_sold and is_at_counter), 0)
    from placed group by account_id, mode, day),
  products as (
    insert into product_day (account_id, mode, day, variant_id, orders, quantity, revenue)
    select p.account_id, p.mode, p.day, i.variant_id, count(distinct p.id), sum(i.quantity),
      sum(i.price * i.quantity + i.surcharge)
    from placed p join order_item i on i.order_id = p.id
    where p.is_sold group by p.account_id, p.mode, p.day, i.variant_id),
  options as (
    insert into option_day (account_id, mode, day, product_id, group_name, option_name, quantity, revenue)
    select p.account_id, p.mode, p.day, v.product_id, c."groupName", c."optionName", sum(m.quantity),
      sum(m.quantity * c.price)
    from placed p
    join order_item i on i.order_id = p.id
    join variant v on v.id = i.variant_id
    join order_item_making m on m.order_item_id = i.id
    cross join lateral jsonb_to_recordset(m.choices) as c ("groupName" text, "optionName" text, price bigint)
    where p.is_sold group by p.account_id, p.mode, p.day, v.product_id, c."groupName", c."optionName")
  insert into coupon_day (account_id, mode, day, code, orders, discount, revenue)
  select account_id, mode, day, coupon_code, count(*), sum(discount), sum(total)
  from placed where is_sold and coupon_code is not null group by account_id, mode, day, coupon_code`)
