import { audit } from '../accounts/audit.ts'
import type { IncomingTransfer } from '../connectors/connector.ts'
import { instancesOf } from '../database/columns.ts'
import type { Tx } from '../database/transaction.ts'
import { announce } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import { endHolds } from '../payments/hold.ts'
import { lookAgain } from '../payments/look-again.ts'
import { paidOnTop } from '../payments/paid-on-top.ts'
import { Payment } from '../payments/payment.ts'
import { paymentPaid } from '../payments/payment-paid.ts'
import { bookSalesSql, markPaidSql } from './settle-transfers-sql.ts'

export interface Paying {
  /** Locked. */
  payment: Payment
  /** Of the offer that the money came by. */
  method: string
  transfer: Pick<IncomingTransfer, 'amount' | 'reference' | 'occurredAt' | 'payerName' | 'payerApp'> & { id: number }
  late: boolean
  /** Who decided it; null for money that is in time and exact. */
  acceptedBy: string | null
}

export const lateMoneyRule = 'rule late money'

/** Pays locked payments with one transfer each: writes their status, the end of their holds, the movements, the events, and who decided it. */
export async function payPayments(app: Needs<'now' | 'reactions'>, tx: Tx, payings: Paying[]): Promise<void> {
  if (payings.length === 0) return
  const now = app.now()
  const paid = await markPaid(tx, payings, now)
  const wasPending = payings.filter(({ payment }) => payment.status === 'pending')
  await endHolds(
    tx,
    wasPending.map(({ payment }) => payment.invoiceId),
    now,
  )
  // Payments that were paid in one of several ways leave the codes of the others behind.
  const ofSeveral = payings.filter(({ payment }) => payment.paymentMethod === 'all')
  await lookAgain(
    tx,
    ofSeveral.map(({ payment }) => payment.invoiceId),
    now,
  )
  await bookSales(tx, payings, now)
  await announce(
    app,
    tx,
    payings.map(({ payment: { invoiceId, accountId, status } }) => ({
      accountId,
      type: 'payment.paid',
      subject: invoiceId,
      payload: {
        ...paymentPaid(paid.get(invoiceId)!),
        from: status === 'expired' ? ('expired' as const) : ('pending' as const),
      },
      createdAt: now,
    })),
  )
  for (const { payment, transfer, acceptedBy } of payings) {
    if (acceptedBy === null) continue
    await audit(app, tx, {
      accountId: payment.accountId,
      actor: acceptedBy,
      act: 'transfer.accepted',
      subject: `transfer ${transfer.id}`,
      detail: { invoiceId: payment.invoiceId, amount: transfer.amount, from: payment.status },
    })
  }
}

async function markPaid(tx: Tx, payings: Paying[], now: Date): Promise<Map<string, Payment>> {
  const rows = await tx.query(markPaidSql, [
    now,
    payings.map(({ payment }) => payment.invoiceId),
    payings.map(({ payment }) => payment.status),
    payings.map(({ transfer }) => transfer.occurredAt ?? now),
    payings.map(({ transfer }) => transfer.amount),
    payings.map(({ transfer }) => transfer.reference),
    payings.map(({ late }) => late),
    payings.map(({ transfer }) => transfer.payerName),
    payings.map(({ transfer }) => transfer.payerApp),
    payings.map(({ acceptedBy }) => acceptedBy && `accepted: ${acceptedBy}`),
    payings.map(({ method }) => method),
  ])
  const paid = new Map(instancesOf(Payment, rows).map(payment => [payment.invoiceId, payment]))
  // The rows are locked and were judged by these statuses, so nobody can have moved them meanwhile.
  const moved = payings.find(({ payment }) => !paid.has(payment.invoiceId))
  if (moved) throw new Error(`Bug: ${moved.payment.invoiceId} left ${moved.payment.status} under its lock`)
  return paid
}

async function bookSales(tx: Tx, payings: Paying[], now: Date): Promise<void> {
  await tx.write(bookSalesSql, [
    now,
    payings.map(({ payment }) => payment.accountId),
    payings.map(({ payment }) => payment.mode),
    payings.map(({ payment }) => payment.invoiceId),
    payings.map(({ transfer }) => transfer.id),
    payings.map(({ transfer }) => transfer.amount),
    payings.map(({ payment }) => paidOnTop(payment)),
  ])
}
