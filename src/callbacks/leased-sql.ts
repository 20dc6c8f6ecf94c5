import { type Columns, statement } from '../lib/statement.ts'
import type { AttemptOutcome } from './post-callback.ts'
import type { DeliveryState } from './retry-schedule.ts'

// Callbacks for payments and events for webhooks wait, are claimed under a lease, and are marked by its holder in the
// same way. Only their order differs, so each has its own statements for that.

export const unclaimedSql = (d: string) => `${d}.state = 'pending' and ${d}.lease_token is null`
export const freshSql = (d: string) => `${unclaimedSql(d)} and ${d}.attempts = 0`
export const retrySql = (d: string) => `${unclaimedSql(d)} and ${d}.attempts > 0`

/** The condition that a lease expired because its process died or hangs. */
export const expiredSql = `lease_token is not null and leased_until < now() and state = 'pending'`

interface Queue {
  table: string
  /** The columns that identify a receiver. */
  receiver: string[]
}

interface First {
  /** The name of the recursive query. */
  name: string
  isWaiting: (d: string) => string
  /** The order of one receiver's deliveries, in terms of the alias `d`. */
  order: string
}

/**
 * Returns the SQL for the first waiting delivery of each receiver, with its `next_at`. It jumps from receiver to
 * receiver, so it does not scan any backlog.
 */
function firstOfEachSql({ table, receiver }: Queue, { name, isWaiting, order }: First): string {
  const of = (alias: string) => receiver.map(column => `${alias}.${column}`).join(', ')
  const first = (where: string) => `(
      select ${of('d')}, d.next_at from ${table} d where ${isWaiting('d')} ${where}
      order by ${of('d')}, ${order} limit 1)`
  return `
  ${name} as (
    ${first('')}
    union all
    select ${of('n')}, n.next_at from ${name} w
    cross join lateral ${first(`and (${of('d')}) > (${of('w')})`)} n)`
}

interface Fresh {
  /** The order of one receiver's deliveries that were never attempted. */
  order: string
  /** The condition that the first of them is due; by default it always is. */
  isDue?: string
}

/** Returns the SQL that lists the receivers with due deliveries as `due`, using the parameter `now`. */
export function dueReceiversSql(queue: Queue, { order, isDue = 'true' }: Fresh): string {
  const columns = queue.receiver.join(', ')
  return `
  with recursive ${firstOfEachSql(queue, { name: 'fresh', isWaiting: freshSql, order })},
  ${firstOfEachSql(queue, { name: 'retried', isWaiting: retrySql, order: 'd.next_at' })},
  due as (
    select ${columns} from fresh where ${isDue}
    union select ${columns}
    from retried where next_at <= :now)`
}

/** Returns the SQL that locks the rows of `due` that no other process holds, as `locked`. `isSame` joins more keys. */
export const lockDueSql = (table: string, isSame = '') => `
  locked as (
    select due.* from due join ${table} d on d.id = due.id ${isSame}
    where ${unclaimedSql('d')} order by d.id for no key update of d skip locked)`

/**
 * Returns the SQL that locks the deliveries of `outcomes` whose lease is still held, as `locked`. `isSame` joins more
 * keys.
 */
export const lockAttemptedSql = (table: string, outcomes: string, isSame = '') => `
  with outcome as materialized (select * from ${outcomes}),
  locked as (
    select d.id from outcome o join ${table} d
      on d.id = o.id ${isSame} and d.lease_token = o.token and d.state = 'pending'
    order by d.id for no key update of d)`

/** Frees expired leases, skipping rows that another transaction is marking or freeing. */
export const freeExpiredSql = (table: string) =>
  statement(`
  update ${table} d set lease_token = null, lease_holder = null
  from (select id from ${table} where ${expiredSql} order by id for no key update skip locked) expired
  where d.id = expired.id and d.lease_token is not null`)

/** Leases a row, using the parameters `holder` and `leaseS`. */
export const takeLeaseSql = `
  set lease_token = gen_random_uuid(), lease_holder = :holder, leased_until = now() + make_interval(secs => :leaseS)`

const hangingAfterS = 2
const hangingMax = 3

/**
 * Returns the SQL that counts a receiver's running deliveries `b` (`under_way`). `hangs` is true if three of them hang:
 * the receiver then gets no more until one ends, so that receivers that never answer do not occupy all workers. `more`
 * adds columns of the same rows.
 */
export const countBusySql = (table: string, whose: string, more = '') => `(
  select count(*)::integer as under_way,
    count(*) filter (
      where b.leased_until < now() + make_interval(secs => :leaseS - ${hangingAfterS})) >= ${hangingMax} as hangs${more}
  from ${table} b where ${whose} and b.lease_token is not null)`

/** The columns of a row that an attempt `o` changes, besides its state. */
export const attemptedColumnsSql = `
  attempts = o.number, next_at = o.next_at, lease_token = null, lease_holder = null, leased_until = '-infinity'`

/** The outcome of one attempt. */
export interface OutcomeRow {
  id: number
  token: string
  state: string
  number: number
  next_at: Date
  status: number | null
  duration_ms: number
  error: string | null
  response: string | null
}

export const outcomeColumns: Columns<OutcomeRow> = {
  id: 'bigint',
  token: 'uuid',
  state: 'text',
  number: 'integer',
  next_at: 'timestamptz',
  status: 'integer',
  duration_ms: 'integer',
  error: 'text',
  response: 'text',
}

/** Returns the outcome of an attempt that was made under the delivery's lease. */
export function makeOutcomeRow(
  { id, leaseToken }: { id: number; leaseToken: string | null },
  { status, durationMs, error, response }: AttemptOutcome,
  { state, number, nextAt }: DeliveryState,
): OutcomeRow {
  return {
    id,
    token: leaseToken!,
    state,
    number,
    next_at: nextAt,
    status,
    duration_ms: durationMs,
    error,
    response,
  }
}
