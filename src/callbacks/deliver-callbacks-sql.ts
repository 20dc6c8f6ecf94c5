import { selectColumns } from '../database/columns.ts'
import { perRowSql, rowsSql, statement } from '../lib/statement.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'
import { Delivery } from './delivery.ts'
import {
  attemptedColumnsSql,
  countBusySql,
  dueReceiversSql,
  expiredSql,
  freshSql,
  lockAttemptedSql,
  lockDueSql,
  type OutcomeRow,
  outcomeColumns,
  retrySql,
  takeLeaseSql,
} from './leased-sql.ts'

// Every callback is claimed and marked here, hundreds per second, by several processes at once (npm run
// bench:callbacks).

const queue = { table: 'delivery', receiver: ['account_id', 'origin'] }
const dueEndpoints = dueReceiversSql(queue, { order: 'd.next_at', isDue: 'next_at <= :now' })

/** The condition that a callback is due, or was left behind by its process. */
export const dueCallbacksSql = `from (${dueEndpoints}
  select from due union all select from delivery where ${expiredSql}) waiting`

/** Selects endpoints with due deliveries, of accounts for which no other process is currently claiming. */
export const lockAccountsSql = statement<{ now: Date }, { id: number; origins: string[] }>(`${dueEndpoints}
  select a.id, w.origins from account a
  join (select account_id, array_agg(origin) as origins from due group by account_id) w on w.account_id = a.id
  for no key update of a skip locked`)

const firstOf = (isWaiting: (d: string) => string) => `
  (select w.id, w.month, w.attempts, w.next_at from delivery w
   where w.account_id = p.account_id and w.origin = p.origin and ${isWaiting('w')} and w.next_at <= :now
   order by w.next_at limit p.room)`

interface Endpoint {
  account_id: number
  origin: string
}

export interface ClaimValues {
  endpoint: Endpoint[]
  now: Date
  limit: number
  /** The maximum number of running deliveries per endpoint. */
  perEndpoint: number
  perAccount: number
  holder: string
  leaseS: number
}

/**
 * Skips endpoints with an open breaker; when the breaker's pause ends, claims a single delivery as a probe. Endpoints
 * with fewer running deliveries come first.
 */
export const claimSql = statement<ClaimValues, Omit<ClaimedDelivery, keyof Delivery>>(`
  with place as (
    select endpoint.account_id, endpoint.origin, busy.under_way, h.failing_since is not null as troubled,
      h.failing_since is not null and h.open_s = 0 as hurried,
      greatest(0, case when busy.hangs then 0 when h.open_s > 0 then 1 else :perEndpoint::integer end
        - busy.under_way) as room
    from ${rowsSql<Endpoint>('endpoint', { account_id: 'bigint', origin: 'text' })}
    left join callback_endpoint h on h.account_id = endpoint.account_id and h.origin = endpoint.origin
    cross join lateral ${countBusySql(
      'delivery',
      'b.account_id = endpoint.account_id and b.origin = endpoint.origin',
    )} busy
    where h.blocked_until is null or h.blocked_until <= :now),
  turn as (
    select t.id, t.month, p.account_id, p.troubled, p.hurried, t.place = p.room as is_full,
      row_number() over (partition by p.account_id order by p.under_way + t.place, random()) as place
    from place p cross join lateral (
      select first.id, first.month, row_number() over (order by first.attempts > 0, first.next_at) as place
      from (${firstOf(freshSql)} union all ${firstOf(retrySql)}) first
      order by 2 limit p.room) t),
  account_busy as (
    select a.account_id, busy.under_way from (select distinct account_id from place) a cross join lateral (
      select count(*) as under_way from delivery b
      where b.account_id = a.account_id and b.lease_token is not null offset 0) busy),
  due as (
    select turn.id, turn.month, turn.troubled, turn.hurried,
      turn.is_full or turn.place + coalesce(busy.under_way, 0) = :perAccount as is_full
    from turn left join account_busy busy on busy.account_id = turn.account_id
    where turn.place + coalesce(busy.under_way, 0) <= :perAccount
    order by turn.place + coalesce(busy.under_way, 0), random() limit :limit),
  ${lockDueSql('delivery', 'and d.month = due.month')}
  update delivery d ${takeLeaseSql}
  from locked, event e
  where d.id = locked.id and d.month = locked.month and e.id = d.event_id and e.month = locked.month
  returning ${selectColumns(Delivery, 'd')}, e.payload as paid, locked.is_full as full,
    locked.troubled, locked.hurried`)

export interface CallbackOutcome extends OutcomeRow {
  month: string
}

const outcomes = rowsSql<CallbackOutcome>('outcome', { ...outcomeColumns, month: 'text' })

/** Discards an outcome whose lease was lost. */
export const markSql = statement<{ outcome: CallbackOutcome[]; now: Date }, { id: number }>(`
  ${lockAttemptedSql('delivery', outcomes, `and ${perRowSql('o.id')} and d.month = o.month`)},
  marked as (
    update delivery d
    set state = o.state, ${attemptedColumnsSql}
    from locked join outcome o on o.id = locked.id
    where d.id = locked.id and ${perRowSql('locked.id')} and d.month = o.month
    returning d.id, d.account_id),
  logged as (
    insert into delivery_attempt (delivery_id, number, account_id, attempted_at, status, duration_ms, error, response)
    select m.id, o.number, m.account_id, :now, o.status, o.duration_ms, o.error, o.response
    from marked m join outcome o on o.id = m.id)
  select id from marked`)
