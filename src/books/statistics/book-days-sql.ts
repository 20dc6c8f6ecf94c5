// The books of an account can have millions of lines, so days are summed in the database.
import { statement } from '../../lib/statement.ts'

export interface BookSums {
  sales: number
  /** The amount received, in whole rupiah. */
  amount: number
  /** The fees of qris_platform that it includes. */
  fees: number
  /** The number of refunds, without corrections. */
  refunds: number
  /** The refunded amount less corrections, which may be negative. */
  refunded: number
}

const sums = `
  count(*) filter (where kind = 'sale') as sales,
  coalesce(sum(amount) filter (where kind = 'sale'), 0)::bigint as amount,
  coalesce(sum(fee) filter (where kind = 'sale'), 0)::bigint as fees,
  count(*) filter (where kind = 'refund_note' and amount < 0) as refunds,
  coalesce(-sum(amount) filter (where kind = 'refund_note'), 0)::bigint as refunded`

/** Sums one day for all accounts. */
export const closeBookDaySql = statement<{ day: string; starts: Date; ends: Date }>(`
  insert into book_day (account_id, mode, day, sales, amount, fees, refunds, refunded)
  select a.id, m.mode, :day::date, s.sales, s.amount, s.fees, s.refunds, s.refunded
  from account a cross join (values ('live'), ('test')) as m (mode) cross join lateral (
    select ${sums} from movement
    where account_id = a.id and mode = m.mode and created_at >= :starts::timestamptz and created_at < :ends::timestamptz
      and kind in ('sale', 'refund_note')) s
  where s.sales > 0 or s.refunds > 0 or s.refunded <> 0
  on conflict (account_id, mode, day) do update
  set sales = excluded.sales, amount = excluded.amount, fees = excluded.fees, refunds = excluded.refunds,
    refunded = excluded.refunded`)

interface BookRange {
  accountId: number
  mode: string
  zone: string
  first: string
  last: string
  from: Date
  before: Date
}

/** Returns a row for each day with sales or refunds: stored totals if they exist, otherwise sums of the lines. */
export const readBookDaysSql = statement<BookRange, BookSums & { day: string }>(`
  with closed as (select coalesce(max(day), '2000-01-01'::date) as day from book_close)
  select day::text as day, sales::integer as sales, amount, fees, refunds::integer as refunds, refunded from (
    select d.day, d.sales, d.amount, d.fees, d.refunds, d.refunded from book_day d, closed c
    where d.account_id = :accountId::bigint and d.mode = :mode::text
      and d.day >= :first::date and d.day <= :last::date and d.day <= c.day
    union all
    select day, ${sums} from (
      select (created_at at time zone :zone::text)::date as day, kind, amount, fee from movement
      where account_id = :accountId::bigint and mode = :mode::text and kind in ('sale', 'refund_note')
        and created_at >= greatest(
          :from::timestamptz, (select (day + 1)::timestamp at time zone :zone::text from closed))
        and created_at < :before::timestamptz) as open_lines
    group by day) as both_parts
  order by day`)
