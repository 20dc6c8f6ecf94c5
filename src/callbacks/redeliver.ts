import type { Mode } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'

/** What is sent again: one payment's callback, all that failed for good or were paused, or all of a time. */
export type Redelivery = { invoiceId: string } | { failed: true } | { from: Date; to: Date }

export interface CallbackOwner {
  accountId: number
  mode: Mode
}

interface Again {
  owner: CallbackOwner
  which: Redelivery
  /** Who asked for it, as the log shows it. */
  by: string
}

const atOnceMax = 10_000
const pauseS = 10

/**
 * Sends callbacks of paid payments again, delivered ones too: the same event id, a new delivery with a schedule of its own, to
 * the address that the payment has today. What waits for a retry leaves at once instead. Returns how many will leave.
 *
 * Refuses `not_found`; `refused_transition` for a payment that was not paid or has no address; `rate_limited` for one that
 * was sent again within the last ten seconds.
 */
export async function redeliver(
  app: Needs<'sql' | 'transaction' | 'now' | 'wake'>,
  { owner, which, by }: Again,
): Promise<number> {
  const now = app.now()
  const sent = await app.transaction(owner, async tx => {
    const eventIds =
      'invoiceId' in which ? [await paidEvent(tx, owner, which.invoiceId)] : await eventsOf(tx, owner, which)
    const hastened = await tx.query<{ eventId: string }>(hastenSql, [eventIds, now])
    const waiting = new Set(hastened.map(row => row.eventId))
    const fresh = eventIds.filter(id => !waiting.has(id))
    const made = await tx.write(insertSql, [fresh, now, by, new Date(now.getTime() - pauseS * 1000)])
    if ('invoiceId' in which && hastened.length + made === 0) throw await whyNot(tx, owner, which.invoiceId)
    await tx.write(letThroughSql, [eventIds, now])
    return hastened.length + made
  })
  app.wake.notify('callbacks')
  return sent
}

async function paidEvent(tx: Tx, owner: CallbackOwner, invoiceId: string): Promise<string> {
  const rows = await tx.query<{ status: string; eventId: string | null }>(
    `select p.status, e.id as "eventId" from payment p left join event e on e.subject = p.invoice_id and e.type = 'payment.paid'
     where p.invoice_id = $1 and p.account_id = $2 and p.mode = $3`,
    [invoiceId, owner.accountId, owner.mode],
  )
  if (!rows[0]) throw new Refusal('not_found', 'There is no such payment')
  if (!rows[0].eventId) throw new Refusal('refused_transition', `The payment is ${rows[0].status}: it has no callback`)
  return rows[0].eventId
}

async function eventsOf(
  tx: Tx,
  owner: CallbackOwner,
  which: Exclude<Redelivery, { invoiceId: string }>,
): Promise<string[]> {
  const { accountId, mode } = owner
  const rows =
    'failed' in which
      ? await tx.query<{ eventId: string }>(failedSql, [accountId, mode, atOnceMax])
      : await tx.query<{ eventId: string }>(rangeSql, [accountId, mode, atOnceMax, which.from, which.to])
  return rows.map(row => row.eventId)
}

async function whyNot(tx: Tx, owner: CallbackOwner, invoiceId: string): Promise<Refusal> {
  const known = await tx.query('select 1 from delivery where invoice_id = $1 and account_id = $2 limit 1', [
    invoiceId,
    owner.accountId,
  ])
  return known.length > 0
    ? new Refusal('rate_limited', 'This callback is on its way, or was sent a moment ago', { retryAfterS: pauseS })
    : new Refusal('refused_transition', 'Neither the payment nor the account has an address for callbacks')
}

// Those of an event whose every delivery ended without being taken.
const failedSql = `
  select d.event_id as "eventId" from delivery d
  where d.account_id = $1 and d.mode = $2 and not d.is_test and d.requested_by is null
    and not exists (select 1 from delivery o where o.invoice_id = d.invoice_id and o.event_id = d.event_id and o.state in ('pending', 'delivered'))
  order by d.created_at limit $3`

const rangeSql = `
  select d.event_id as "eventId" from delivery d
  where d.account_id = $1 and d.mode = $2 and not d.is_test and d.requested_by is null
    and d.created_at >= $4 and d.created_at < $5
  order by d.created_at limit $3`

const hastenSql = `
  update delivery d set next_at = $2
  from event e
  where e.id = any($1) and d.invoice_id = e.subject and d.event_id = e.id and d.state = 'pending' and d.lease_token is null
  returning d.event_id as "eventId"`

const insertSql = `
  insert into delivery (event_id, account_id, mode, invoice_id, url, next_at, created_at, requested_by)
  select e.id, p.account_id, p.mode, p.invoice_id, coalesce(p.callback_url, a.default_callback_url), $2, $2, $3
  from event e join payment p on p.invoice_id = e.subject join account a on a.id = p.account_id
  where e.id = any($1) and coalesce(p.callback_url, a.default_callback_url) is not null
    and not exists (
      select 1 from delivery d where d.invoice_id = p.invoice_id and d.event_id = e.id
        and (d.state = 'pending' or (d.requested_by is not null and d.created_at > $4)))`

// Somebody is there to see what comes of it: an open breaker lets one attempt through now.
const letThroughSql = `
  update callback_endpoint h set blocked_until = $2
  from (
    select distinct d.account_id, d.origin from event e join delivery d on d.invoice_id = e.subject and d.event_id = e.id
    where e.id = any($1) and d.state = 'pending') due
  where h.account_id = due.account_id and h.origin = due.origin and h.blocked_until > $2`
