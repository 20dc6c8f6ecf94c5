import { LockMode } from '@mikro-orm/core'
import { type Actor, recordAct } from '../../accounts/audit.ts'
import { bookRefund, lockPaidPayment } from '../../books/book-refund.ts'
import { openRefundStates, Refund } from '../../books/refund.ts'
import type { AccountScope } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { announceFacts } from '../../events/announce.ts'
import { notFound, Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { Payment } from '../../payments/payment.ts'
import { findSender } from './find-sender.ts'
import { lockRefundedOrder } from './refund-payment.ts'
import type { RefundFailed } from './refund-words.ts'
import { removeRestocked } from './restock.ts'

/** The outcome of a refund that was requested from a provider. */
export interface FinishedRefund {
  state: 'succeeded' | 'failed'
  /** Why it failed. */
  failure?: string | undefined
  by: Actor
}

type FinishNeeds = Needs<'now' | 'reactions'>

/** Locks a refund that its provider has yet to send, after its payment; null if it has ended. */
export function lockOpenRefund({ em }: Tx, id: number): Promise<Refund | null> {
  const open = { id, state: [...openRefundStates] }
  return em.findOne(Refund, open, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}

/**
 * Ends a locked refund, which was booked or failed. If it failed, goods that it had returned to stock are removed
 * again, and the merchant is notified.
 */
export async function finishRefund(
  app: FinishNeeds,
  tx: Tx,
  { payment, refund }: { payment: Payment; refund: Refund },
  { state, failure = '', by }: FinishedRefund,
): Promise<void> {
  refund.state = state
  refund.endedAt = app.now()
  refund.retryAt = null
  refund.failure = state === 'failed' ? failure.slice(0, 500).toWellFormed() || null : null
  const goods = state === 'failed' ? await takeOutGoods(app, tx, payment, refund) : 'none'
  await tx.em.flush()
  if (state === 'succeeded') {
    await bookRefund(app, tx, { payment, refund }, by)
    return
  }
  const { accountId, amount } = refund
  const detail = { amount, failure: refund.failure }
  await recordAct(app, tx, { accountId, ...by, act: 'refund.failed', subject: payment.invoiceId, detail })
  await announceFailure(app, tx, refund, { state: 'failed', goods })
}

/** Announces that a refund failed, or that its outcome can no longer be looked up. */
export async function announceFailure(
  app: FinishNeeds,
  tx: Tx,
  { accountId, mode, key, amount, failure, payment: { invoiceId } }: Refund,
  { state, goods }: Pick<RefundFailed, 'state' | 'goods'>,
): Promise<void> {
  const payload = { invoiceId, mode, refund: key, amount, failure, state, goods }
  const subject = `${key} ${state}`
  await announceFacts(app, tx, [{ accountId, type: 'refund.failed', subject, payload, createdAt: app.now() }])
}

async function takeOutGoods(
  app: FinishNeeds,
  tx: Tx,
  payment: Payment,
  refund: Refund,
): Promise<RefundFailed['goods']> {
  if (!refund.isRestocked) return 'none'
  const order = await lockRefundedOrder(tx, payment)
  // The previous version did not store how many units were returned.
  if (!order || !refund.restocked || !(await removeRestocked(app, tx, order, refund.restocked))) return 'in_stock'
  refund.isRestocked = false
  return 'taken_out'
}

/** After this many consecutive failures the merchant may report the outcome of a refund. */
const failuresOfUnclear = 5

/** Returns whether the merchant may report the outcome of an open refund, because it cannot be found out soon. */
export function isOutcomeUnclear({ failures }: Pick<Refund, 'failures'>, sender: object | null): boolean {
  return sender === null || failures >= failuresOfUnclear
}

/**
 * Ends an open refund with the outcome that the merchant saw at the provider. Refuses `not_found`, and
 * `refused_transition` while the provider can still be asked.
 */
export async function decideRefund(
  app: Needs<'transaction' | 'now' | 'reactions' | 'connectors'>,
  { accountId, mode }: Required<AccountScope>,
  { invoiceId, key, isReturned }: { invoiceId: string; key: string; isReturned: boolean },
  by: Actor,
): Promise<void> {
  await app.transaction({ accountId, mode }, async tx => {
    const payment = await lockPaidPayment(tx, invoiceId)
    const known = await tx.em.findOne(Refund, { payment: invoiceId, key })
    if (!known) throw notFound('refund')
    const refund = await lockOpenRefund(tx, known.id)
    if (!refund) return
    if (!isOutcomeUnclear(refund, await findSender(app, tx.em, payment))) {
      throw new Refusal('refused_transition', 'Its provider is still asked: wait for its answer')
    }
    const failure = 'The merchant has seen that it was not returned'
    const seen = isReturned ? ({ state: 'succeeded' } as const) : ({ state: 'failed', failure } as const)
    await finishRefund(app, tx, { payment, refund }, { ...seen, by })
  })
}
