import { LockMode } from '@mikro-orm/core'
import { type Acting, recordAct } from '../../accounts/audit.ts'
import { bookRefund, lockPaid } from '../../books/book-refund.ts'
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
import { takeOutAgain } from './restock.ts'

/** The outcome of a refund that a provider was asked for. */
export interface FinishedRefund {
  state: 'succeeded' | 'failed'
  /** Why it failed. */
  failure?: string | undefined
  by: Acting
}

type FinishNeeds = Needs<'now' | 'reactions'>

/** Locks a refund that its provider is still to send; null if it has ended. Its payment is locked before it. */
export function lockOpen({ em }: Tx, id: number): Promise<Refund | null> {
  const open = { id, state: [...openRefundStates] }
  return em.findOne(Refund, open, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}

/**
 * Ends a locked refund: it is booked, or it has failed. Goods that a failed one had put back into stock are taken out
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
  refund.failure = state === 'failed' ? failure.slice(0, 500) || null : null
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

/** Announces that a refund has failed, or that its outcome can no longer be looked up. */
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
  // The version before did not write how many units went back.
  if (!order || !refund.restocked || !(await takeOutAgain(app, tx, order, refund.restocked))) return 'in_stock'
  refund.isRestocked = false
  return 'taken_out'
}

/** How often asking for a refund fails in a row before the merchant may say what became of it. */
const failuresOfUnclear = 5

/** Whether the merchant may say what became of a refund that is still open: nothing can find out soon. */
export function isUnclear({ failures }: Pick<Refund, 'failures'>, sender: object | null): boolean {
  return sender === null || failures >= failuresOfUnclear
}

/**
 * Ends an open refund as the merchant saw it at the provider: the money was returned, or it was not. Refuses
 * `not_found`, and `refused_transition` while the provider can still be asked.
 */
export async function decideRefund(
  app: Needs<'transaction' | 'now' | 'reactions' | 'connectors'>,
  { accountId, mode }: Required<AccountScope>,
  { invoiceId, key, isReturned }: { invoiceId: string; key: string; isReturned: boolean },
  by: Acting,
): Promise<void> {
  await app.transaction({ accountId, mode }, async tx => {
    const payment = await lockPaid(tx, invoiceId)
    const known = await tx.em.findOne(Refund, { payment: invoiceId, key })
    if (!known) throw notFound('refund')
    const refund = await lockOpen(tx, known.id)
    if (!refund) return
    if (!isUnclear(refund, await findSender(app, tx.em, payment))) {
      throw new Refusal('refused_transition', 'Its provider is still asked: wait for its answer')
    }
    const failure = 'The merchant has seen that it was not returned'
    const seen = isReturned ? ({ state: 'succeeded' } as const) : ({ state: 'failed', failure } as const)
    await finishRefund(app, tx, { payment, refund }, { ...seen, by })
  })
}
