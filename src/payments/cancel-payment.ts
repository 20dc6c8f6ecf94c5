import type { Tx } from '../database/transaction.ts'
import { announce } from '../events/announce.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { endHolds } from './hold.ts'
import { type Payment, paymentColumns } from './payment.ts'

/** Who ended it, in words that a merchant reads. */
export type CancelReason = 'merchant' | 'customer' | 'provider_unavailable' | 'provider_refused' | 'order_cancelled'

/**
 * Cancels a pending payment of this account. Refuses `not_found`, and `refused_transition` where it is not pending any
 * more; a second cancellation returns the payment as it is.
 */
export async function cancelPayment(
  app: Needs<'sql' | 'transaction' | 'now' | 'reactions' | 'wake'>,
  owner: { accountId: number; mode: Payment['mode'] },
  invoiceId: string,
  reason: CancelReason,
): Promise<Payment> {
  const payment = await app.transaction(owner, async tx => {
    const rows = await tx.query<Payment>(
      `select ${paymentColumns()} from payment where invoice_id = $1 and account_id = $2 and mode = $3 for update`,
      [invoiceId, owner.accountId, owner.mode],
    )
    const found = rows[0]
    if (!found) throw new Refusal('not_found', 'There is no such payment')
    if (found.status === 'cancelled') return found
    const cancelled = await markCancelled(app, tx, invoiceId, reason)
    if (!cancelled) throw new Refusal('refused_transition', `The payment is ${found.status} and cannot be cancelled`)
    return cancelled
  })
  app.wake.notify('payments')
  return payment
}

/** pending -> cancelled, with what follows from it; null when the payment is not pending any more. */
export async function markCancelled(
  app: Needs<'now' | 'reactions'>,
  tx: Tx,
  invoiceId: string,
  reason: CancelReason,
): Promise<Payment | null> {
  const now = app.now()
  const rows = await tx.query<Payment>(
    `update payment set status = 'cancelled', ended_at = $2, end_reason = $3
     where invoice_id = $1 and status = 'pending' returning ${paymentColumns()}`,
    [invoiceId, now, reason],
  )
  const payment = rows[0]
  if (!payment) return null
  await endHolds(tx, [invoiceId], now)
  await announce(app, tx, [
    {
      accountId: payment.accountId,
      type: 'payment.cancelled',
      subject: invoiceId,
      payload: { mode: payment.mode, reason },
      createdAt: now,
    },
  ])
  return payment
}
