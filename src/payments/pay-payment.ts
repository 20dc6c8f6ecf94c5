import { audit } from '../accounts/audit.ts'
import type { IncomingTransfer } from '../connectors/connector.ts'
import type { Tx } from '../database/transaction.ts'
import { announce } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import { endHolds } from './hold.ts'
import { type Payment, paymentColumns } from './payment.ts'
import { paymentPaid } from './payment-paid.ts'

/** A payment that is locked, with the method of the offer that its money came by. */
export type PaidPayment = Payment & { paidBy: string }

interface Paying {
  payment: PaidPayment
  transfer: Pick<IncomingTransfer, 'amount' | 'reference' | 'occurredAt' | 'payerName' | 'payerApp'> & { id: number }
  late: boolean
  /** Whose decision it was; null for money that is in time and exact. */
  acceptedBy: string | null
}

export const lateMoneyRule = 'rule late money'

/** Pays a locked payment with a transfer: its status, its holds, the books, the event and what follows, and who decided it. */
export async function payPayment(
  app: Needs<'now' | 'reactions'>,
  tx: Tx,
  { payment, transfer, late, acceptedBy }: Paying,
): Promise<Payment> {
  const now = app.now()
  const { invoiceId, accountId, mode, status } = payment
  const [paid] = await tx.query<Payment>(markPaidSql, [
    invoiceId,
    status,
    transfer.occurredAt ?? now,
    transfer.amount,
    transfer.reference,
    late,
    transfer.payerName,
    transfer.payerApp,
    now,
    acceptedBy && `accepted: ${acceptedBy}`,
    payment.paidBy,
  ])
  // The row is locked and was judged by this status, so nobody can have moved it meanwhile.
  if (!paid) throw new Error(`Bug: ${invoiceId} left ${status} under its lock`)
  if (status === 'pending') await endHolds(tx, [invoiceId], now)
  await tx.write(
    `insert into movement (account_id, mode, kind, invoice_id, transfer_id, amount, fee, net, created_at)
     values ($1, $2, 'sale', $3, $4, $5, 0, $5, $6)`,
    [accountId, mode, invoiceId, transfer.id, transfer.amount, now],
  )
  const payload = { ...paymentPaid(paid), from: status === 'expired' ? ('expired' as const) : ('pending' as const) }
  await announce(app, tx, [{ accountId, type: 'payment.paid', subject: invoiceId, payload, createdAt: now }])
  if (acceptedBy !== null) {
    await audit(app, tx, {
      accountId,
      actor: acceptedBy,
      act: 'transfer.accepted',
      subject: `transfer ${transfer.id}`,
      detail: { invoiceId, amount: transfer.amount, from: status },
    })
  }
  return paid
}

const markPaidSql = `
  update payment set status = 'paid', paid_at = $3, paid_amount = $4, paid_via = $11, paid_reff_num = $5,
    paid_late = $6, payer_name = $7, payer_app = $8, ended_at = coalesce(ended_at, $9), end_reason = $10
  where invoice_id = $1 and status = $2
  returning ${paymentColumns()}`
