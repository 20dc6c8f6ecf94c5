import { columnsOf } from '../database/columns.ts'
import { Charge } from '../payments/charge.ts'

// Every open code is asked about every few seconds within its connection's budget, by whichever process has room.

const isOpen = (g: string) => `${g}.state = 'coded' and not ${g}.is_closed`
const isDue = (g: string) => `${isOpen(g)} and ${g}.ask_at <= now() and ${g}.leased_until < now()`

const askable = `c.removed_at is null and r.quiet_until <= now()
    and exists (select from charge w where w.connection_id = c.id and ${isDue('w')})`

/** A connection may be asked about a charge; its budget may be spent. */
export const isToBeAsked = `from reading r join connection c on c.id = r.connection_id where ${askable}`

const rate = `coalesce((c.window_overrides->>'requestsPerS')::float8, ($1::jsonb->>c.connector)::float8)`

/**
 * Connections that may be asked now, each locked by the one process that asks, with how many questions its budget has room
 * for. What was not asked is saved up for two seconds, or for one question where the budget is smaller than that. A slow
 * provider has ten seconds' worth under way at most, one that fails a single question.
 *
 * $1 requests a second by connector, $2 failures from which a connection counts as failing, $3 whether of the operator's connections or of
 * merchants' own; null: of all.
 */
export const lockConnectionsSql = `
  select r.connection_id as id, r.asking_failures as failures,
    least(
      floor(extract(epoch from now() - greatest(r.asked_until, now() - make_interval(secs => greatest(2, 1 / ${rate})))) * ${rate} + 0.001),
      case when r.asking_failures >= $2 then 1 else ceil(10 * ${rate}) end - busy.under_way)::integer as room
  from reading r join connection c on c.id = r.connection_id join account o on o.id = c.account_id
  cross join lateral (
    select count(*) as under_way from charge b
    where b.connection_id = c.id and ${isOpen('b')} and b.lease_token is not null and b.leased_until > now()) busy
  where ($3::boolean is null or o.is_operator = $3) and ${askable}
  for update of r skip locked`

const ofConnection = 'from charge w where w.connection_id = r.connection_id and'

/**
 * First what a provider's push named, then a quarter of the budget for those that wait longest, so that none is forgotten; then the codes on open
 * pages and in open chats, then the newest. What is left of the budget goes to the old and the expired.
 *
 * $1 connections and $2 their rooms, $3 seconds of the lease, $4 business time, $5 holder, $6 how many.
 */
export const claimChargesSql = `
  with room as (
    select connection_id, room, floor(room / 4.0 + random())::integer as turns
    from unnest($1::bigint[], $2::integer[]) as r(connection_id, room)),
  due as (
    select chosen.id from room r cross join lateral (
      select id from (
        (select w.id, w.request_date ${ofConnection} ${isDue('w')} and w.ask_at = '-infinity' limit r.room)
        union all
        select id, request_date from (select w.id, w.request_date ${ofConnection} ${isDue('w')} order by w.ask_at limit r.turns) turn
      ) first
      union
      select id from (
        select id, min(rank) as rank, max(request_date) as request_date from (
          select id, 1 as rank, request_date
          from (select w.id, w.request_date ${ofConnection} ${isDue('w')} and w.watched_until > now() order by w.ask_at limit ceil(r.room * 0.75)) watched
          union all
          select id, 2, request_date
          from (select w.id, w.request_date ${ofConnection} ${isDue('w')} and w.payable_until > $4 order by w.request_date desc limit r.room) newest
          union all
          select id, 3, request_date from (select w.id, w.request_date ${ofConnection} ${isDue('w')} order by w.ask_at limit r.room) rest) ranked
        group by id order by 2, 3 desc limit greatest(0, r.room - r.turns)) then_these
      limit r.room) chosen
    limit $6)
  update charge g set lease_token = gen_random_uuid(), lease_holder = $5, leased_until = now() + make_interval(secs => $3),
    ask_at = now()
  from due
  where g.id = due.id and ${isDue('g')}
  returning ${columnsOf(Charge, 'g')}`

/** $1 connections, $2 how many questions each was asked, $3 requests a second by connector. */
export const spendSql = `
  update reading r
  set asked_until = greatest(r.asked_until, now() - make_interval(secs => greatest(2, 1 / ${rate.replaceAll('$1', '$3')})))
    + make_interval(secs => n.asked / ${rate.replaceAll('$1', '$3')})
  from unnest($1::bigint[], $2::integer[]) as n(connection_id, asked), connection c
  where r.connection_id = n.connection_id and c.id = n.connection_id`

// A push that came while its charge was being asked about wants it asked again.
const nextAsk = (pause: string) =>
  `case when ask_at = '-infinity' then ask_at else now() + make_interval(secs => ${pause} * (1 + random() * 0.1)) end`

/** $1 charge, $2 token, $3 when it was asked, $4 whether that was the last time, $5 pause, $6 pause on an open page. */
export const answeredSql = `
  update charge set answered_until = greatest(answered_until, $3), is_closed = is_closed or $4, failures = 0,
    last_error_kind = null, last_error = null, lease_token = null, leased_until = '-infinity',
    ask_at = ${nextAsk('case when watched_until > now() then $6::float8 else $5::float8 end')}
  where id = $1 and lease_token = $2`

/** $1 charge, $2 token, $3 sentence, $4 interval, $5 kind. */
export const failedSql = `
  update charge set failures = failures + 1, last_error_kind = $5, last_error = $3, lease_token = null, leased_until = '-infinity',
    ask_at = ${nextAsk('$4::float8 * power(2, least(failures, 2))')}
  where id = $1 and lease_token = $2`

/** $1 connection, $2 interval, $3 failures after which it is not asked for a while: twice as long each time, up to a minute. */
export const connectionFailedSql = `
  update reading set asking_failures = asking_failures + 1,
    quiet_until = case when asking_failures + 1 < $3 then quiet_until
      else now() + make_interval(secs => least(60, $2 * power(2, least(6, asking_failures + 1 - $3))) * (0.8 + random() * 0.4)) end
  where connection_id = $1 and quiet_until <= now()`
