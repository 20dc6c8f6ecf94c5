// Statistics are asked for by pages and backends that repeat themselves, and an account may have millions of payments:
// days are summed in the database, by text that names its parameters' types because it is planned before anything is known.

const counts = ['total', 'pending', 'paid', 'expired', 'cancelled', 'revenue', 'unique_codes']
const sums = counts.map(column => `sum(${column})::bigint as ${column}`).join(', ')

/**
 * One row a day, method and way of being paid. $1 account, $2 mode, $3 time zone, $4 first day, $5 last day. Days that were folded
 * and changes that were not are read in one snapshot, so none counts twice or not at all.
 */
export const statisticsSql = `
  select day::text as day, payment_method, paid_via, ${sums} from (
    select day, payment_method, paid_via, ${counts.join(', ')} from payment_day
    where account_id = $1::bigint and mode = $2::text and day >= $4::date and day <= $5::date
    union all
    select (created_at at time zone $3::text)::date, payment_method, paid_via, ${counts.join(', ')} from payment_delta
    where account_id = $1::bigint and mode = $2::text
  ) as counted
  where day >= $4::date and day <= $5::date
  group by day, payment_method, paid_via
  order by day, payment_method, paid_via`

/**
 * How many payments pass a filter; `paidVia` makes it those that are paid. $1 account, $2 mode, $3 time zone, $4 first day, $5 last
 * day, $6 method or null, $7 way of being paid or null.
 */
export function countPaymentsSql(filter: { status?: string | undefined; paidVia?: string | undefined }): string {
  const counted = filter.status ?? (filter.paidVia === undefined ? 'total' : 'paid')
  return countTexts[counted] ?? countTexts.total!
}

const countTexts = Object.fromEntries(
  ['total', 'pending', 'paid', 'expired', 'cancelled'].map(column => [
    column,
    `
  select coalesce(sum(counted), 0)::bigint as total from (
    select ${column} as counted from payment_day
    where account_id = $1::bigint and mode = $2::text and day >= $4::date and day <= $5::date
      and ($6::text is null or payment_method = $6) and ($7::text is null or paid_via = $7)
    union all
    select ${column} from payment_delta
    where account_id = $1::bigint and mode = $2::text
      and (created_at at time zone $3::text)::date >= $4::date and (created_at at time zone $3::text)::date <= $5::date
      and ($6::text is null or payment_method = $6) and ($7::text is null or paid_via = $7)
  ) as both_parts`,
  ]),
)

/** $1 time zone, $2 how many changes at most. Several processes may fold at once: each takes changes that no other has. */
export const foldStatisticsSql = `
  with taken as (
    delete from payment_delta where id in (
      select id from payment_delta order by id limit $2::integer for update skip locked)
    returning account_id, mode, created_at, payment_method, paid_via, ${counts.join(', ')}),
  folded as (
    insert into payment_day as d (account_id, mode, day, payment_method, paid_via, ${counts.join(', ')})
    select account_id, mode, (created_at at time zone $1::text)::date, payment_method, paid_via, ${counts.map(column => `sum(${column})`).join(', ')}
    from taken group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (account_id, mode, day, payment_method, paid_via) do update
      set ${counts.map(column => `${column} = d.${column} + excluded.${column}`).join(', ')})
  select count(*)::integer as changes from taken`
