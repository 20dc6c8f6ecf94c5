import { LockMode } from '@mikro-orm/core'
import { type Actor, recordAct } from '../accounts/audit.ts'
import type { Mode } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { StoredEvent } from '../events/stored-event.ts'
import { notFound, Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Payment } from '../payments/payment.ts'
import { allowThroughBreaker } from './allow-through-breaker.ts'
import { CallbackEndpoint } from './callback-endpoint.ts'
import { Delivery } from './delivery.ts'
import { findFailedSql, hastenSql, type RequeuedCallback, sendAgainSql, takeTurnSql } from './redeliver-sql.ts'

/**
 * The callbacks to send again: that of one payment, all that failed for good or were paused, or all of a time range.
 */
export type Redelivery = { invoiceId: string } | { failed: true } | { from: Date; to: Date }

export interface CallbackOwner {
  accountId: number
  mode: Mode
}

interface Again {
  owner: CallbackOwner
  which: Redelivery
  /** The actor, as the callback log shows it. */
  by: string
  /** The actor for the audit log, if another person acts for the merchant. */
  acting?: Actor
}

const atOnceMax = 10_000
const pauseS = 10

/**
 * Sends callbacks of paid payments again, even delivered ones. Each has the same event id, a new delivery with its own
 * schedule, and the payment's current address. A callback that waits for a retry is sent immediately instead. Returns
 * the number of callbacks. Bulk redeliveries of an account and mode run one after another: the next can start once
 * every callback was attempted, or waits for a disabled endpoint.
 *
 * Refuses `not_found`, and `refused_transition` for a payment that is not paid or has no address. Refuses
 * `rate_limited` for a callback that was sent again within the last ten seconds, and for a bulk redelivery while
 * another one is running.
 */
export async function redeliverCallbacks(
  app: Needs<'transaction' | 'now'>,
  { owner, which, by, acting }: Again,
): Promise<number> {
  const isOne = 'invoiceId' in which
  return app.transaction(owner, async tx => {
    await waitForNobody(tx, owner, which)
    // Read only now: callbacks that the previous call sent would otherwise still seem to wait.
    const now = app.now()
    const pausedSince = new Date(now.getTime() - pauseS * 1000)
    if (!isOne) await refuseAtOnce(tx, now)
    const events = await findEventsToSend(tx, owner, which)
    await lockClosed(tx, now)
    const hastened = await tx.query(hastenSql, { events, now, triedUntil: isOne ? now : pausedSince })
    const waiting = new Set(hastened.map(({ event }) => event))
    const fresh = events.filter(id => !waiting.has(id))
    const sent = await tx.query(sendAgainSql, { events: fresh, now, by, pausedSince })
    const leaving: RequeuedCallback[] = [...hastened, ...sent]
    if (isOne && leaving.length === 0) throw await whyNot(tx, which.invoiceId)
    await allowThroughBreaker(tx.em, [...new Set(leaving.map(({ origin }) => origin))], now)
    if (acting) await auditAgain(app, tx, { owner, which, acting })
    tx.wake('callbacks')
    return leaving.length
  })
}

// Does not wait for the lock: a waiting caller would hold a connection while another writes ten thousand rows.
async function waitForNobody(tx: Tx, { accountId, mode }: CallbackOwner, which: Redelivery): Promise<void> {
  const invoiceId = 'invoiceId' in which ? which.invoiceId : null
  const [turn] = await tx.query(takeTurnSql, { accountId, mode, invoiceId })
  if (!turn!.taken) throw underWay()
}

// Disabling locks an address, then its callbacks. The same order here avoids deadlocks.
async function lockClosed({ em }: Tx, now: Date): Promise<void> {
  const locked = { orderBy: { account: 'asc', origin: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE } as const
  await em.find(CallbackEndpoint, { blockedUntil: { $gt: now } }, locked)
}

// A separate query after the lock, so that it sees what the previous holder wrote.
async function refuseAtOnce({ em }: Tx, now: Date): Promise<void> {
  const closed = await em.find(CallbackEndpoint, { blockedUntil: { $gt: now } }, { fields: ['origin'] })
  const leaving = await em.findOne(
    Delivery,
    {
      requestedBy: { $ne: null },
      state: 'pending',
      attempts: 0,
      origin: { $nin: closed.map(({ origin }) => origin) },
      // Two conditions, because each has its own index.
      $or: [{ leaseToken: null }, { leaseToken: { $ne: null } }],
    },
    { fields: ['id'] },
  )
  if (leaving) throw underWay()
}

function underWay(): Refusal {
  const sentence = 'Callbacks of this account are being sent again already: ask when they have left'
  return new Refusal('rate_limited', sentence, { retryAfterS: pauseS })
}

async function auditAgain(
  app: Needs<'now'>,
  tx: Tx,
  { owner: { accountId }, which, acting }: Required<Pick<Again, 'owner' | 'which' | 'acting'>>,
): Promise<void> {
  const subject = 'invoiceId' in which ? which.invoiceId : 'callbacks'
  await recordAct(app, tx, { accountId, ...acting, act: 'callback.redelivered', subject })
}

async function findEventsToSend(tx: Tx, { accountId, mode }: CallbackOwner, which: Redelivery): Promise<string[]> {
  if ('invoiceId' in which) return [await paidEvent(tx, which.invoiceId)]
  if ('failed' in which) {
    const failed = await tx.query(findFailedSql, { accountId, mode, limit: atOnceMax })
    return failed.map(({ id }) => id)
  }
  const sent = await tx.em.find(
    Delivery,
    { isTest: false, requestedBy: null, createdAt: { $gte: which.from, $lt: which.to } },
    { fields: ['event'], orderBy: { createdAt: 'asc' }, limit: atOnceMax },
  )
  return sent.map(({ event }) => event.id)
}

async function paidEvent({ em }: Tx, invoiceId: string): Promise<string> {
  const payment = await em.findOne(Payment, invoiceId)
  if (!payment) throw notFound('payment')
  const event = await em.findOne(StoredEvent, { subject: invoiceId, type: 'payment.paid' })
  if (!event) throw new Refusal('refused_transition', `The payment is ${payment.status}: it has no callback`)
  return event.id
}

async function whyNot({ em }: Tx, invoiceId: string): Promise<Refusal> {
  return (await em.count(Delivery, { invoiceId })) > 0
    ? new Refusal('rate_limited', 'This callback is on its way, or was sent a moment ago', { retryAfterS: pauseS })
    : new Refusal('refused_transition', 'Neither the payment nor the account has an address for callbacks')
}
