import type { Mode } from '../../database/scope.ts'
import { type Statement, statement } from '../../lib/statement.ts'
import type { PaymentMethodId } from '../../methods/method.ts'

// Pages and backends request statistics repeatedly, and an account may have millions of payments. Days are therefore
// summed in the database, by a text that declares its parameter types because it is prepared before any value is known.

const counts = ['total', 'pending', 'paid', 'expired', 'cancelled', 'revenue', 'unique_codes']
const sums = counts.map(column => `sum(${column})::bigint as ${column}`).join(', ')

interface Period {
  accountId: number
  mode: Mode
  /** The installation's time zone. */
  zone: string
  /** The first and last day, `YYYY-MM-DD`, both included. */
  firstDay: string
  lastDay: string
}

export interface StatisticsRow {
  day: string
  payment_method: PaymentMethodId | 'all'
  paid_via: string
  total: number
  pending: number
  paid: number
  expired: number
  cancelled: number
  revenue: number
  unique_codes: number
}

/**
 * Returns one row per day, requested method and paying method. Folded and unfolded changes are read in one snapshot, so
 * that each counts once.
 */
export const statisticsSql = statement<Period, StatisticsRow>(`
  select day::text as day, payment_method, paid_via, ${sums} from (
    select day, payment_method, paid_via, ${counts.join(', ')} from payment_day
    where account_id = :accountId::bigint and mode = :mode::text and day >= :firstDay::date and day <= :lastDay::date
    union all
    select (created_at at time zone :zone::text)::date, payment_method, paid_via, ${counts.join(', ')}
    from payment_delta
    where account_id = :accountId::bigint and mode = :mode::text
  ) as counted
  where day >= :firstDay::date and day <= :lastDay::date
  group by day, payment_method, paid_via
  order by day, payment_method, paid_via`)

interface Counted extends Period {
  method: string | null
  /** The method by which they were paid. */
  via: string | null
}

interface FilteredTotals {
  total: number
  /** The amount of the paid ones among them, in whole rupiah. */
  revenue: number
}

/** Returns the SQL that counts the payments matching a filter; with `paidVia` only paid ones. */
export function countPaymentsSql(filter: {
  status?: string | undefined
  paidVia?: string | undefined
}): Statement<Counted, FilteredTotals> {
  const counted = filter.status ?? (filter.paidVia === undefined ? 'total' : 'paid')
  return countStatements.get(counted) ?? countStatements.get('total')!
}

const countStatements = new Map(
  ['total', 'pending', 'paid', 'expired', 'cancelled'].map(column => [
    column,
    statement<Counted, FilteredTotals>(`
  select coalesce(sum(counted), 0)::bigint as total, coalesce(sum(revenue), 0)::bigint as revenue from (
    select ${column} as counted, revenue from payment_day
    where account_id = :accountId::bigint and mode = :mode::text and day >= :firstDay::date and day <= :lastDay::date
      and (:method::text is null or payment_method = :method) and (:via::text is null or paid_via = :via)
    union all
    select ${column}, revenue from payment_delta
    where account_id = :accountId::bigint and mode = :mode::text
      and (created_at at time zone :zone::text)::date >= :firstDay::date
      and (created_at at time zone :zone::text)::date <= :lastDay::date
      and (:method::text is null or payment_method = :method) and (:via::text is null or paid_via = :via)
  ) as both_parts`),
  ]),
)

const bareSums = counts.map(column => `sum(${column})`).join(', ')
const added = counts.map(column => `${column} = d.${column} + excluded.${column}`).join(', ')

/** Moves changes into totals. Several processes may fold at once: each takes changes that no other has. */
export const foldStatisticsSql = statement<{ zone: string; limit: number }, { changes: number }>(`
  with taken as (
    delete from payment_delta where id in (
      select id from payment_delta order by id limit :limit::integer for update skip locked)
    returning account_id, mode, created_at, payment_method, paid_via, ${counts.join(', ')}),
  folded as (
    insert into payment_day as d (account_id, mode, day, payment_method, paid_via, ${counts.join(', ')})
    select account_id, mode, (created_at at time zone :zone::text)::date, payment_method, paid_via, ${bareSums}
    from taken group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (account_id, mode, day, payment_method, paid_via) do update set ${added})
  select count(*)::integer as changes from taken`)
