import { raw } from '@mikro-orm/core'
import { toInstances } from '../database/columns.ts'
import type { Mode } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { Payment } from './payment.ts'
import { expireSql, markPaidSql } from './payment-moves-sql.ts'

// All transitions of a payment: pending -> paid, expired or cancelled, and expired -> paid. Each is an update guarded
// by the previous status, in the transaction of its consequences, and returns whether it took effect; the caller
// handles the consequences.

/** The person or rule that cancelled it, in a form that a merchant reads. */
export type CancelReason = 'merchant' | 'customer' | 'provider_unavailable' | 'provider_refused' | 'order_cancelled'

/** The `endReason` of a payment that a person confirmed, without money being seen. */
export const confirmedByHandReason = 'confirmed_by_hand'

/** How a locked payment is paid. */
export interface PaymentByMoney {
  payment: Readonly<Payment>
  /** The method of the offer that the money paid. */
  method: string
  transfer: {
    amount: number
    reference: string
    occurredAt: Date | null
    payerName: string | null
    payerApp: string | null
  }
  late: boolean
  /** The person who decided it; null for money that is on time and exact. */
  acceptedBy: string | null
}

/**
 * pending or expired -> paid, of locked payments by the money that was judged to pay them. Returns their new state by
 * id.
 */
export async function markPaid(tx: Tx, payments: PaymentByMoney[], now: Date): Promise<Map<string, Readonly<Payment>>> {
  const rows = payments.map(({ payment, method, transfer, late, acceptedBy }) => ({
    invoice_id: payment.invoiceId,
    status: payment.status,
    paid_at: transfer.occurredAt ?? now,
    amount: transfer.amount,
    reference: transfer.reference,
    late,
    payer_name: transfer.payerName,
    payer_app: transfer.payerApp,
    reason: acceptedBy && `accepted: ${acceptedBy}`,
    method,
  }))
  const moved = toInstances(Payment, await tx.query(markPaidSql, { paid: rows, now }))
  const paid = new Map(moved.map(payment => [payment.invoiceId, payment]))
  // The rows are locked and were judged by these statuses, so no other transaction can have changed them.
  const left = payments.find(({ payment }) => !paid.has(payment.invoiceId))
  if (left) throw new Error(`Bug: ${left.payment.invoiceId} left ${left.payment.status} under its lock`)
  return paid
}

/**
 * pending or expired -> paid, of a locked payment by another merchant's code, because a person confirms it. Returns its
 * new state.
 */
export async function markConfirmed(
  { em }: Tx,
  payment: Payment & { status: 'pending' | 'expired' },
  now: Date,
): Promise<Payment> {
  const { invoiceId, status } = payment
  const won = await em.nativeUpdate(
    Payment,
    { invoiceId, status, isForeign: true },
    {
      status: 'paid',
      paidAt: now,
      paidAmount: payment.finalAmount,
      paidVia: payment.paymentMethod,
      paidReffNum: null,
      paidLate: now > payment.expiresAt,
      endedAt: payment.endedAt ?? now,
      endReason: confirmedByHandReason,
      ...changed(),
    },
  )
  if (won !== 1) throw new Error('Bug: a locked payment could not be confirmed')
  return em.findOneOrFail(Payment, { invoiceId }, { refresh: true })
}

const changed = () => ({ sequence: raw<number>('sequence + 1') })

/** pending -> expired, for payments whose money can no longer be in transit. Returns the expired ones. */
export function markExpired(
  tx: Tx,
  invoiceIds: string[],
  now: Date,
): Promise<{ invoice_id: string; account_id: number; mode: Mode }[]> {
  return tx.query(expireSql, { invoices: invoiceIds, now })
}

/** pending -> cancelled. Returns the cancelled payment; null if it is no longer pending. */
export async function markCancelled(
  { em }: Tx,
  invoiceId: string,
  { reason, now }: { reason: CancelReason; now: Date },
): Promise<Payment | null> {
  const ended = { status: 'cancelled', endedAt: now, endReason: reason, ...changed() } as const
  const won = await em.nativeUpdate(Payment, { invoiceId, status: 'pending' }, ended)
  return won === 0 ? null : em.findOneOrFail(Payment, { invoiceId }, { refresh: true })
}
