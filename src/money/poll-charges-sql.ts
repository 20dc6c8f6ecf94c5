import { selectColumns } from '../database/columns.ts'
import { perRowSql, rowsSql, statement } from '../lib/statement.ts'
import { Charge } from '../payments/charge.ts'
import type { PaymentStatus } from '../payments/payment.ts'

// Every open code is checked every few seconds within its connection's budget, by whichever process has capacity.

const isOpen = (g: string) => `${g}.state = 'coded' and not ${g}.is_closed`
const isDue = (g: string) => `${isOpen(g)} and ${g}.ask_at <= now() and ${g}.leased_until < now()`

const askable = `c.removed_at is null and r.quiet_until <= now()
    and exists (select from charge w where w.connection_id = c.id and ${isDue('w')})`

/** The condition that a charge of a connection may be checked; its budget may be used up. */
export const chargesToCheckSql = `from reading r join connection c on c.id = r.connection_id where ${askable}`

const rate = `coalesce((c.window_overrides->>'requestsPerS')::float8, (:budgets::jsonb->>c.connector)::float8)`

interface Budgeted {
  /** The permitted requests per second, by connector. */
  budgets: Record<string, number>
}

interface Locking extends Budgeted {
  /** The number of failures from which a connection counts as failing. */
  failingFrom: number
  /** Whether to check the operator's connections or merchants' own; null for all. */
  isOperators: boolean | null
}

const savedFor = `greatest(2, 1 / ${rate})`

/**
 * Locks connections that may be checked now, each by only one process, and computes how many checks their budget
 * permits. An unused budget accumulates for two seconds, or for one check if the budget is smaller than that. Checks of
 * codes that the provider itself named are not counted. A slow provider has at most ten seconds' worth of running
 * checks, a failing one a single check. A claim that is lost in a crash of the database is only repeated, so its
 * transaction does not wait for the disk.
 */
export const lockConnectionsSql = statement<Locking, RoomRow & { failures: number }>(`
  with loosely as (select set_config('synchronous_commit', 'off', true))
  select r.connection_id, r.asking_failures as failures,
    least(
      floor(0.001 + ${rate} * extract(epoch from
        now() - greatest(r.asked_until, now() - make_interval(secs => ${savedFor})))),
      free.room)::integer as room,
    free.room::integer as named_room
  from reading r join connection c on c.id = r.connection_id join account o on o.id = c.account_id
  cross join loosely
  cross join lateral (
    select case when r.asking_failures >= :failingFrom then 1 else ceil(10 * ${rate}) end - count(*) as room
    from charge b
    where b.connection_id = c.id and ${isOpen('b')} and b.lease_token is not null and b.leased_until > now()) free
  where (:isOperators::boolean is null or o.is_operator = :isOperators) and ${askable}
  for no key update of r skip locked`)

const ofConnection = 'from charge w where w.connection_id = r.connection_id and'

/** The number of checks that a connection has capacity for, and of checks of codes that its provider named. */
export interface RoomRow {
  connection_id: number
  room: number
  named_room: number
}

/** The fields that a claim returns besides the columns of a charge. */
export interface ClaimedRow {
  is_named: boolean
  payment_status: PaymentStatus
}

interface Claim extends Budgeted {
  place: RoomRow[]
  leaseS: number
  now: Date
  holder: string
  limit: number
}

const place = rowsSql<RoomRow>('place', { connection_id: 'bigint', room: 'integer', named_room: 'integer' })

/**
 * Codes named by a provider's push come first. A quarter of the budget then goes to those that have waited longest, so
 * that none is forgotten; then follow the codes on open pages and in open chats, and the newest. The rest of the budget
 * goes to old and expired ones. Connections take turns. Checks within the budget are deducted from it.
 */
export const claimChargesSql = statement<Claim, ClaimedRow>(`
  with room as (
    select connection_id, named_room, greatest(room, 0) as room,
      floor(greatest(room, 0) / 4.0 + random())::integer as turns
    from ${place}),
  due as (
    select chosen.id, chosen.rank = 0 as is_named from room r cross join lateral (
      select id, rank, row_number() over (partition by rank = 0 order by rank, request_date desc) as turn from (
        select id, min(rank) as rank, max(request_date) as request_date from (
          (select w.id, 0 as rank, w.request_date
           ${ofConnection} ${isDue('w')} and w.ask_at = '-infinity' limit r.named_room)
          union all
          select id, 1, request_date from (
            select w.id, w.request_date ${ofConnection} ${isDue('w')} and w.ask_at > '-infinity'
            order by w.ask_at limit r.turns) waiting
          union all
          select id, 2, request_date from (
            select w.id, w.request_date ${ofConnection} ${isDue('w')} and w.watched_until > now()
            order by w.ask_at limit ceil(r.room * 0.75)) watched
          union all
          select id, 3, request_date from (
            select w.id, w.request_date ${ofConnection} ${isDue('w')} and w.payable_until > :now
            order by w.request_date desc limit r.room) newest
          union all
          select id, 4, request_date from (
            select w.id, w.request_date ${ofConnection} ${isDue('w')} order by w.ask_at limit r.room) rest) ranked
        group by id) once) chosen
    where chosen.turn <= case when chosen.rank = 0 then r.named_room else r.room end
    order by chosen.rank > 0, chosen.turn limit :limit),
  locked as (
    select g.id, due.is_named from due join charge g on g.id = due.id where ${isDue('g')}
    order by g.id for no key update of g skip locked),
  claimed as (
    update charge g set lease_token = gen_random_uuid(), lease_holder = :holder,
      leased_until = now() + make_interval(secs => :leaseS), ask_at = now()
    from locked
    where g.id = locked.id
    returning g.*, locked.is_named),
  spent as (
    update reading r
    set asked_until = greatest(r.asked_until, now() - make_interval(secs => ${savedFor}))
      + make_interval(secs => asked.count / ${rate})
    from (select connection_id, count(*) from claimed where not is_named group by connection_id) asked, connection c
    where r.connection_id = asked.connection_id and c.id = asked.connection_id)
  select ${selectColumns(Charge, 'g')}, g.is_named, p.status as payment_status
  from claimed g join payment p on p.invoice_id = g.invoice_id`)

/**
 * Returns the SQL for the next check of a charge after a pause. A push that arrived during the check requires another
 * one immediately.
 */
export const nextCheckSql = (pauseS: string) =>
  `case when ask_at = '-infinity' then ask_at else now() + make_interval(secs => ${pauseS} * (1 + random() * 0.1)) end`

/**
 * Returns the SQL for the moment until which a charge is not checked again, even for an open page: some providers count
 * requests.
 */
export const restedUntilSql = (restS: string) =>
  `case when ${restS} = 0 then '-infinity'::timestamptz else now() + make_interval(secs => ${restS}) end`

/** The answer about an unpaid charge, or the last one about a paid charge. */
export interface AnsweredRow {
  charge_id: number
  token: string
  asked_at: Date
  /** Whether that was the last check. */
  is_over: boolean
  pause_s: number
  /** The pause in seconds while it is on an open page. */
  watched_pause_s: number
  /** The seconds within which it is not checked again, even for an open page. */
  rest_s: number
}

const answers = rowsSql<AnsweredRow>('answers', {
  charge_id: 'bigint',
  token: 'uuid',
  asked_at: 'timestamptz',
  is_over: 'boolean',
  pause_s: 'float8',
  watched_pause_s: 'float8',
  rest_s: 'float8',
})

const recordSql = (lock: string) =>
  statement<{ answers: AnsweredRow[] }, { charge_id: number }>(`
  with answered as (
    select answers.* from ${answers} join charge g on g.id = answers.charge_id and g.lease_token = answers.token
    where ${perRowSql('answers.charge_id')}
    order by g.id for no key update of g ${lock})
  update charge set answered_until = greatest(answered_until, asked_at), is_closed = is_closed or is_over, failures = 0,
    last_error_kind = null, last_error = null, lease_token = null, leased_until = ${restedUntilSql('rest_s')},
    ask_at = ${nextCheckSql('case when watched_until > now() then watched_pause_s else pause_s end')}
  from answered
  where id = charge_id and lease_token = token
  returning charge_id`)

/** Records the answers of many checks, except those whose rows are locked. Returns the charges whose lease held. */
export const recordTogetherSql = recordSql('skip locked')

/** Records one answer, once its row is free. */
export const recordAloneSql = recordSql('')
