import { recordAct } from '../accounts/audit.ts'
import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import { endHolds } from '../payments/hold.ts'
import { markPaid, type PaymentByMoney } from '../payments/payment-moves.ts'
import { makePaymentPaid } from '../payments/payment-paid.ts'
import { recheckEndedPayments } from '../payments/recheck-ended-payments.ts'
import { bookSalesSql } from './settle-transfers-sql.ts'

export interface PaymentSettlement extends PaymentByMoney {
  transfer: PaymentByMoney['transfer'] & { id: number }
}

export const lateMoneyRule = 'rule late money'

/**
 * Settles locked payments with one transfer each: writes their status, the end of their holds, the movements, the
 * events, and who decided it.
 */
export async function payPayments(
  app: Needs<'now' | 'reactions'>,
  tx: Tx,
  settlements: PaymentSettlement[],
): Promise<void> {
  if (settlements.length === 0) return
  const now = app.now()
  // Reactions may read the payments again, into the same objects.
  const before = new Map(settlements.map(({ payment: { invoiceId, status } }) => [invoiceId, status]))
  const paid = await markPaid(tx, settlements, now)
  const wasPending = settlements.filter(({ payment }) => payment.status === 'pending')
  await endHolds(
    tx,
    wasPending.map(({ payment }) => payment.invoiceId),
    now,
  )
  // Payments with several methods leave the codes of the unused ones behind.
  const ofSeveral = settlements.filter(({ payment }) => payment.paymentMethod === 'all')
  await recheckEndedPayments(
    tx,
    ofSeveral.map(({ payment }) => payment.invoiceId),
    now,
  )
  await bookSales(tx, settlements, now)
  await announceFacts(
    app,
    tx,
    settlements.map(({ payment: { invoiceId, accountId, status } }) => ({
      accountId,
      type: 'payment.paid',
      subject: invoiceId,
      payload: {
        ...makePaymentPaid(paid.get(invoiceId)!),
        from: status === 'expired' ? ('expired' as const) : ('pending' as const),
      },
      createdAt: now,
      about: paid.get(invoiceId)!,
    })),
  )
  for (const { payment, transfer, acceptedBy } of settlements) {
    if (acceptedBy === null) continue
    await recordAct(app, tx, {
      accountId: payment.accountId,
      actor: acceptedBy,
      act: 'transfer.accepted',
      subject: `transfer ${transfer.id}`,
      detail: { invoiceId: payment.invoiceId, amount: transfer.amount, from: before.get(payment.invoiceId)! },
    })
  }
}

async function bookSales(tx: Tx, payings: PaymentSettlement[], now: Date): Promise<void> {
  const sale = payings.map(({ payment, transfer }) => ({
    account_id: payment.accountId,
    mode: payment.mode,
    invoice_id: payment.invoiceId,
    transfer_id: transfer.id,
    amount: transfer.amount,
    fee: payment.onTop(),
  }))
  await tx.write(bookSalesSql, { sale, now })
}
