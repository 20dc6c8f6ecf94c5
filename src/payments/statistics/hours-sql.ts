// Written by hand, because statistics pages of accounts with millions of payments read hours. Folding, which fills
// them, is hand-written as well.
import { statement } from '../../lib/statement.ts'

interface Range {
  accountId: number
  mode: string
  from: Date
  before: Date
}

/**
 * Returns one row per local hour for payments created in a range. Folded and unfolded changes are read in one snapshot.
 */
export const readHoursSql = statement<
  Range & { zone: string },
  { clock: number; total: number; paid: number; revenue: number }
>(`
  select extract(hour from hour at time zone :zone::text)::integer as clock,
    sum(total)::bigint as total, sum(paid)::bigint as paid, sum(revenue)::bigint as revenue
  from (
    select hour, total, paid, revenue from payment_hour
    where account_id = :accountId::bigint and mode = :mode::text
      and hour >= :from::timestamptz and hour < :before::timestamptz
    union all
    select date_trunc('hour', created_at, 'UTC'), total, paid, revenue from payment_delta
    where account_id = :accountId::bigint and mode = :mode::text
      and created_at >= :from::timestamptz and created_at < :before::timestamptz
  ) as counted
  group by 1 order by 1`)

/** Takes the lock that folding shares (PaymentDelta): until the transaction ends, no hour changes. */
export const lockHoursSql = statement(`select pg_advisory_xact_lock(738214)`)

/**
 * Sets the hours of a range from the payments, without the changes that are yet to be folded. The caller must hold the
 * lock.
 */
export const fillHoursSql = statement<Range>(`
  insert into payment_hour as h (account_id, mode, hour, total, paid, revenue)
  select :accountId::bigint, :mode::text, hour, sum(total), sum(paid), sum(revenue) from (
    select date_trunc('hour', created_at, 'UTC') as hour, count(*) as total,
      count(*) filter (where status = 'paid') as paid,
      coalesce(sum(paid_amount) filter (where status = 'paid'), 0) as revenue
    from payment
    where account_id = :accountId::bigint and mode = :mode::text
      and created_at >= :from::timestamptz and created_at < :before::timestamptz
    group by 1
    union all
    select date_trunc('hour', created_at, 'UTC'), -total, -paid, -revenue from payment_delta
    where account_id = :accountId::bigint and mode = :mode::text
      and created_at >= :from::timestamptz and created_at < :before::timestamptz
  ) as counted
  group by hour order by hour
  on conflict (account_id, mode, hour) do update
  set total = excluded.total, paid = excluded.paid, revenue = excluded.revenue`)
