import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import { notFound, Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { endHolds } from './hold.ts'
import { Payment } from './payment.ts'
import { type CancelReason, markCancelled } from './payment-moves.ts'
import { recheckEndedPayments } from './recheck-ended-payments.ts'

/**
 * Cancels a pending payment of this account. Refuses `not_found`, and `refused_transition` if the payment is not
 * pending; a second cancellation returns the payment unchanged.
 */
export async function cancelPayment(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  owner: { accountId: number; mode: Payment['mode'] },
  invoiceId: string,
  reason: CancelReason,
): Promise<Payment> {
  return app.transaction(owner, async tx => {
    const payment = await tx.em.findOne(Payment, { invoiceId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!payment) throw notFound('payment')
    if (payment.status === 'cancelled') return payment
    const cancelled = payment.mayBeCancelled() && (await cancelOpenPayment(app, tx, invoiceId, { reason }))
    if (!cancelled) throw new Refusal('refused_transition', `The payment is ${payment.status} and cannot be cancelled`)
    return cancelled
  })
}

/** pending -> cancelled, with all consequences; null if the payment is no longer pending. */
export async function cancelOpenPayment(
  app: Needs<'now' | 'reactions'>,
  tx: Tx,
  invoiceId: string,
  { reason, isQuiet = false }: { reason: CancelReason; isQuiet?: boolean },
): Promise<Payment | null> {
  const now = app.now()
  const payment = await markCancelled(tx, invoiceId, { reason, now })
  if (!payment) return null
  await endHolds(tx, [invoiceId], now)
  await recheckEndedPayments(tx, [invoiceId], now)
  await announceFacts(app, tx, [
    {
      accountId: payment.accountId,
      type: 'payment.cancelled',
      subject: invoiceId,
      payload: { mode: payment.mode, reason, ...(isQuiet ? { isQuiet } : {}) },
      createdAt: now,
      about: payment,
    },
  ])
  return payment
}
