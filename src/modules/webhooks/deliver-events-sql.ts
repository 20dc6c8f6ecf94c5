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
} from '../../callbacks/leased-sql.ts'
import { selectColumns } from '../../database/columns.ts'
import { rowsSql, statement } from '../../lib/statement.ts'
import { WebhookDelivery } from './webhook-delivery.ts'

// Every event for a webhook is claimed and marked here, hundreds per second, by several processes at once.

const queue = { table: 'endpoint_delivery', receiver: ['endpoint_id'] }

const dueEndpoints = dueReceiversSql(queue, { order: 'd.id' })

const mayBeSent = (e: string) => `(${e}.blocked_until is null or ${e}.blocked_until <= :now)
  and (${e}.rest_until is null or ${e}.rest_until <= :now)`

const isToBeToldBy = (whose: string) => `from (${dueEndpoints}
  select from due join endpoint e on e.id = due.endpoint_id where ${whose} and ${mayBeSent('e')}
  union all select from endpoint_delivery where ${expiredSql}
  union all select from owed_event) waiting`

/** The condition that an enabled webhook is owed an event, an event is not spread yet, or a process left one behind. */
export const dueEventsSql = isToBeToldBy("e.format <> 'telegram'")

/** The condition for events to chats of Telegram, to which the bots' process writes. */
export const dueTelegramEventsSql = isToBeToldBy("e.format = 'telegram'")

/**
 * Locks the webhooks with due events, except those that another process is claiming for, and returns whether they are
 * enabled.
 */
export const lockEndpointsSql = statement<
  { now: Date; in_telegram: boolean },
  { id: string; is_on: boolean; is_deleted: boolean }
>(`${dueEndpoints}
  select e.id, e.deleted_at is null and e.disabled_at is null as is_on, e.deleted_at is not null as is_deleted
  from endpoint e join due on due.endpoint_id = e.id
  where (e.format = 'telegram') = :in_telegram and ${mayBeSent('e')} for no key update of e skip locked`)

/**
 * Locks webhooks in the order of their ids. Not `for update`: the statement that spreads events refers to webhooks by
 * foreign keys, in its own order, which would cause deadlocks.
 */
export const lockInOrderSql = statement<{ ids: string[] }, { id: string }>(
  'select id from endpoint where id = any(:ids) order by id for no key update',
)

const retriesOf = `
  select w.id, w.attempts from endpoint_delivery w
  where w.endpoint_id = p.endpoint_id and ${retrySql('w')} and w.next_at <= :now order by w.next_at limit p.room`

// Events of one object are sent in order, as long as none was attempted: a failed one does not delay later ones. Scans
// only a few hundred, of which the first can always be sent.
const freshOf = `
  select f.id, f.attempts from (
    select w.id, w.attempts, w.endpoint_id, w.object, w.sequence, w.requested_by from endpoint_delivery w
    where w.endpoint_id = p.endpoint_id and ${freshSql('w')} order by w.id limit 300) f
  where f.requested_by is not null or not exists (
    select from endpoint_delivery b
    where b.endpoint_id = f.endpoint_id and b.object = f.object and b.sequence < f.sequence
      and b.state = 'pending' and b.attempts = 0 and b.requested_by is null)
  order by f.id limit p.room`

export interface EventClaim {
  endpoints: string[]
  now: Date
  limit: number
  /** The maximum number of concurrent deliveries. */
  perEndpoint: number
  /** Webhooks that answer quickly: this process may claim more for them, unless another has some. */
  quick: string[]
  perQuick: number
  perAccount: number
  /** The number of events combined in a message to a chat. */
  perMessage: number
  holder: string
  leaseS: number
}

const hasOthers = ', coalesce(bool_or(b.lease_holder <> :holder), false) as has_others'

/**
 * Skips webhooks with an open breaker; when its pause ends, claims a single delivery as a probe. Webhooks with fewer
 * running deliveries come first.
 */
export const claimEventsSql = statement<EventClaim, WebhookDelivery>(`
  with place as (
    select e.id as endpoint_id, e.account_id, busy.under_way,
      sum(busy.under_way) over (partition by e.account_id) as of_account, greatest(0, case
      when busy.hangs then 0
      when e.format <> 'json' then case when busy.under_way = 0 then :perMessage::integer else 0 end
      when e.open_s > 0 then 1 - busy.under_way
      when e.id = any(:quick) and not busy.has_others then :perQuick::integer - busy.under_way
      else :perEndpoint::integer - busy.under_way end) as room
    from endpoint e cross join lateral ${countBusySql('endpoint_delivery', 'b.endpoint_id = e.id', hasOthers)} busy
    where e.id = any(:endpoints)),
  turn as (
    select t.id, p.account_id, p.of_account,
      row_number() over (partition by p.account_id order by p.under_way + t.place, random()) as place
    from place p cross join lateral (
      select first.id, row_number() over (order by first.attempts > 0, first.id) as place
      from ((${freshOf}) union all (${retriesOf})) first order by 2 limit p.room) t),
  due as (
    select turn.id from turn where turn.place <= :perAccount
    order by turn.place + turn.of_account, random() limit :limit),
  ${lockDueSql('endpoint_delivery')}
  update endpoint_delivery d ${takeLeaseSql}
  from locked where d.id = locked.id
  returning ${selectColumns(WebhookDelivery, 'd')}`)

export interface EventOutcome extends OutcomeRow {
  request: string | null
}

const outcomes = rowsSql<EventOutcome>('outcome', { ...outcomeColumns, request: 'text' })

/**
 * Marks outcomes, unless their lease was lost. A retry waits if its webhook was disabled in the meantime, and ends if
 * it was deleted. `has_more`: the webhook has further events that may have waited for this one.
 */
export const markEventsSql = statement<{ outcome: EventOutcome[]; now: Date }, { id: number; has_more: boolean }>(`
  ${lockAttemptedSql('endpoint_delivery', outcomes)},
  marked as (
    update endpoint_delivery d set state = case
        when o.state <> 'pending' then o.state when e.deleted_at is not null then 'stopped'
        when e.disabled_at is not null then 'paused' else 'pending' end,
      ${attemptedColumnsSql}
    from locked join outcome o on o.id = locked.id, endpoint e
    where d.id = locked.id and e.id = d.endpoint_id
    returning d.id, d.account_id, d.endpoint_id, d.erased_at),
  logged as (
    insert into endpoint_attempt
      (delivery_id, number, account_id, attempted_at, status, duration_ms, error, request, response)
    select m.id, o.number, m.account_id, :now, o.status, o.duration_ms, o.error,
      case when m.erased_at is null then o.request end, case when m.erased_at is null then o.response end
    from marked m join outcome o on o.id = m.id)
  select m.id, exists (
    select from endpoint_delivery w where w.endpoint_id = m.endpoint_id and ${freshSql('w')}) as has_more
  from marked m`)

interface Written {
  id: string
  body: string
}

/** Stores bodies, so that each attempt sends the same one. */
export const storeBodiesSql = statement<{ written: Written[] }>(`
  update outward_event o set body = written.body
  from ${rowsSql<Written>('written', { id: 'uuid', body: 'text' })} where o.id = written.id and o.body is null`)

const hasMoreThan = (isWaiting: (d: string) => string, order: string) => `exists (
    select from endpoint_delivery w where w.endpoint_id = e.id and ${isWaiting('w')}
      and (e.enabled_at is null or w.created_at > e.enabled_at)
    order by ${order} offset :most limit 1)`

/** Finds webhooks with too many waiting events, not counting those that waited when they were enabled. */
export const findBehindSql = statement<{ most: number }, { id: string }>(`
  select e.id from endpoint e
  where e.disabled_at is null and e.deleted_at is null
    and (${hasMoreThan(freshSql, 'w.id')} or ${hasMoreThan(retrySql, 'w.next_at')})`)
