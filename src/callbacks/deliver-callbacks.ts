import { webhookSecrets } from '../accounts/webhook-secret.ts'
import { announce } from '../events/announce.ts'
import { holder } from '../lib/holder.ts'
import { type OutboundAnswer, OutboundError } from '../lib/outbound.ts'
import type { Sql } from '../lib/sql.ts'
import type { Started } from '../lib/started.ts'
import type { Needs } from '../needs.ts'
import type { PaymentPaid } from '../payments/payment-paid.ts'
import { signCallback } from './sign-callback.ts'

type DeliverNeeds = Needs<'sql' | 'now' | 'seal' | 'outbound' | 'calendar' | 'log' | 'reactions' | 'wake'>

interface ClaimedDelivery {
  id: number
  eventId: string
  accountId: number
  invoiceId: string
  url: string
  body: PaymentPaid
  attempts: number
  token: string
  /** What the account had under way already. */
  underWay: number
}

const leaseS = 45
const timeoutMs = 15_000
const responseBytesMax = 65_536
const responseKeptMax = 1024
const perAccountMax = 5

/** Seconds after each failed attempt until the next (design 4): twelve attempts over about 71 hours. */
export const retryDelaysS = [5, 30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 86_400]
const jitter = 0.2
const retryAfterMaxS = 86_400

/**
 * Claims callbacks that are due and posts each to its address. First attempts go before retries, no account has more than
 * five under way, and none waits for another's backlog. Only a marked outcome uses up an attempt: a process that dies in
 * between posts it again.
 */
export async function deliverCallbacks(app: DeliverNeeds, limit: number): Promise<Started> {
  const claimed = await app.sql.transaction(tx => claim(tx, limit, app.now()))
  const places = new Map<number, number>()
  for (const { accountId, underWay } of claimed) places.set(accountId, (places.get(accountId) ?? underWay) + 1)
  return {
    work: claimed.map(async delivery => {
      await deliverOne(app, delivery)
      // Who uses all places has probably more, and the next sweep is a second away.
      if (places.get(delivery.accountId)! >= perAccountMax) app.wake.notify('callbacks')
    }),
  }
}

// Only who has locked an account counts what it has under way: two processes that counted at once would both find room.
async function claim(tx: Sql, limit: number, now: Date): Promise<ClaimedDelivery[]> {
  const accounts = await tx.query<{ id: number }>(lockAccountsSql, [now])
  if (accounts.length === 0) return []
  return tx.query<ClaimedDelivery>(claimSql, [limit, now, leaseS, perAccountMax, accounts.map(({ id }) => id), holder])
}

const lockAccountsSql = `
  with recursive waiting as (
    (select account_id from delivery where state = 'pending' order by account_id limit 1)
    union all
    select (
      select d.account_id from delivery d where d.state = 'pending' and d.account_id > w.account_id
      order by d.account_id limit 1)
    from waiting w where w.account_id is not null)
  select a.id from account a join waiting w on w.account_id = a.id
  where exists (
    select 1 from delivery d
    where d.account_id = a.id and d.state = 'pending' and d.next_at <= $1 and d.leased_until < now())
  for no key update of a skip locked`

const claimSql = `
  update delivery d set lease_token = gen_random_uuid(), lease_holder = $6, leased_until = now() + make_interval(secs => $3)
  from (
    select turn.id, busy.under_way from unnest($5::bigint[]) as a(id)
    cross join lateral (
      select count(*) as under_way from delivery b
      where b.account_id = a.id and b.state = 'pending' and b.leased_until > now()) busy
    cross join lateral (
      select w.id from delivery w
      where w.account_id = a.id and w.state = 'pending' and w.next_at <= $2 and w.leased_until < now()
      order by w.attempts, w.next_at limit greatest(0, $4 - busy.under_way)
      for update of w skip locked) turn
    order by random() limit $1) due
  where d.id = due.id
  returning d.id, d.event_id as "eventId", d.account_id as "accountId", d.invoice_id as "invoiceId", d.url, d.body,
    d.attempts, d.lease_token as token, due.under_way as "underWay"`

async function deliverOne(app: DeliverNeeds, delivery: ClaimedDelivery): Promise<void> {
  try {
    const startedAt = performance.now()
    const outcome = await post(app, delivery)
    await mark(app, delivery, outcome, Math.round(performance.now() - startedAt))
  } catch (error) {
    app.log.error({ err: error, invoice_id: delivery.invoiceId }, 'a callback could not be worked on')
  }
}

interface Outcome {
  status: number | null
  error: string | null
  response: string | null
  next: 'delivered' | 'blocked' | 'stopped' | 'retry'
  retryAfterS?: number | undefined
}

async function post(app: DeliverNeeds, delivery: ClaimedDelivery): Promise<Outcome> {
  const secrets = await webhookSecrets(app, delivery.accountId)
  if (secrets.length === 0)
    return { status: null, error: 'the account has no webhook secret', response: null, next: 'retry' }
  const signed = signCallback(
    { eventId: delivery.eventId, number: delivery.attempts + 1, paid: delivery.body, secrets, sentAt: new Date() },
    app.calendar,
  )
  try {
    const answer = await app.outbound.fetch(delivery.url, {
      method: 'POST',
      ...signed,
      timeoutMs,
      responseBytesMax,
      cut: true,
    })
    return judge(answer)
  } catch (error) {
    const refused = error instanceof OutboundError && error.kind === 'refused'
    return {
      status: null,
      error: (error as Error).message.slice(0, 300),
      response: null,
      next: refused ? 'blocked' : 'retry',
    }
  }
}

function judge(answer: OutboundAnswer): Outcome {
  const { status } = answer
  const response = answer.body.toString('utf8').replaceAll('\0', '').slice(0, responseKeptMax)
  if (status >= 200 && status < 300) return { status, error: null, response, next: 'delivered' }
  if (status === 410) return { status, error: 'the receiver is gone for good', response, next: 'stopped' }
  const retryAfterS = status === 429 || status === 503 ? readRetryAfter(answer.headers['retry-after']) : undefined
  return { status, error: describeStatus(status), response, next: 'retry', retryAfterS }
}

function describeStatus(status: number): string {
  if (status >= 300 && status < 400) return 'redirects are not followed'
  if (status === 401) return 'the receiver refused the signature'
  return `the receiver answered ${status}`
}

function readRetryAfter(text: string | undefined): number | undefined {
  if (!text) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(retryAfterMaxS, Math.max(1, seconds)) : undefined
}

async function mark(app: DeliverNeeds, delivery: ClaimedDelivery, outcome: Outcome, durationMs: number): Promise<void> {
  const number = delivery.attempts + 1
  const delayS = retryDelaysS[delivery.attempts]
  const isLast = outcome.next === 'retry' && delayS === undefined
  const state = outcome.next === 'retry' ? (isLast ? 'exhausted' : 'pending') : outcome.next
  const jittered = (delayS ?? 0) * (1 - jitter + Math.random() * 2 * jitter)
  const waitS = Math.max(jittered, outcome.retryAfterS ?? 0)
  const now = app.now()
  const values = [
    delivery.id,
    delivery.token,
    state,
    number,
    new Date(now.getTime() + waitS * 1000),
    delivery.accountId,
    now,
    outcome.status,
    durationMs,
    outcome.error,
    outcome.response,
  ]
  const isLost = state !== 'pending' && state !== 'delivered'
  const marked = isLost
    ? await markLost(app, delivery, values, { number, error: outcome.error, at: now })
    : await app.sql.write(markSql, values)
  const fields = {
    invoice_id: delivery.invoiceId,
    attempt: number,
    status: outcome.status,
    state,
    marked: marked === 1,
  }
  if (state === 'delivered') app.log.info(fields, 'callback delivered')
  else app.log.warn({ ...fields, error: outcome.error }, 'callback not delivered')
}

// Nobody tries again by himself: the merchant has to hear of it.
async function markLost(
  app: DeliverNeeds,
  delivery: ClaimedDelivery,
  values: unknown[],
  lost: { number: number; error: string | null; at: Date },
): Promise<number> {
  const marked = await app.sql.transaction(async tx => {
    const written = await tx.write(markSql, values)
    if (written === 1) {
      await announce(app, tx, [
        {
          accountId: delivery.accountId,
          type: 'callback.exhausted',
          subject: `delivery ${delivery.id} ${lost.number}`,
          payload: { invoiceId: delivery.invoiceId, url: delivery.url, error: lost.error },
          createdAt: lost.at,
        },
      ])
    }
    return written
  })
  app.wake.notify('notices')
  return marked
}

const markSql = `
  with marked as (
    update delivery set state = $3, attempts = $4, next_at = $5, lease_token = null, leased_until = '-infinity'
    where id = $1 and lease_token = $2 and state = 'pending'
    returning id)
  insert into delivery_attempt (delivery_id, number, account_id, attempted_at, status, duration_ms, error, response)
  select id, $4, $6, $7, $8, $9, $10, $11 from marked`
