import type { Tx } from '../../database/transaction.ts'
import { makeEventId } from '../../events/announce.ts'
import { extractInvoiceMonth } from '../../lib/ids.ts'
import type { Payment } from '../../payments/payment.ts'
import { makePaymentPaid } from '../../payments/payment-paid.ts'

const insertSql = `
  insert into event (id, account_id, mode, type, subject, month, payload, created_at)
  select id, account_id, mode, type, subject, month, payload, created_at
  from jsonb_to_recordset($1::jsonb) as row(id uuid, account_id bigint, mode text, type text, subject text, month text,
    payload jsonb, created_at timestamptz)`

/**
 * Writes the events of ended payments, which their explanations show. They are not announced, so they have no effects.
 */
export async function writeEvents(tx: Tx, accountId: number, payments: Payment[]): Promise<void> {
  await tx.write(insertSql, [JSON.stringify(payments.flatMap(payment => makePaymentEvents(payment, accountId)))])
}

function makePaymentEvents(payment: Payment, accountId: number): object[] {
  const { invoiceId: subject, mode, createdAt, endedAt, status, refundedAt } = payment
  const row = (type: Parameters<typeof makeEventId>[0], at: Date, payload: object) => ({
    id: makeEventId(type, subject),
    account_id: accountId,
    mode,
    type,
    subject,
    month: extractInvoiceMonth(subject),
    payload,
    created_at: at,
  })
  const created = row('payment.created', createdAt, {})
  if (status === 'paid') {
    const paid = row('payment.paid', endedAt!, { ...makePaymentPaid(payment), from: 'pending' })
    if (!refundedAt) return [created, paid]
    const payload = { invoiceId: subject, mode, amount: payment.refundedAmount }
    return [created, paid, row('payment.refunded', refundedAt, payload)]
  }
  const payload = status === 'expired' ? { mode } : { mode, reason: 'order_cancelled' }
  return [created, row(`payment.${status as 'expired' | 'cancelled'}`, endedAt!, payload)]
}
