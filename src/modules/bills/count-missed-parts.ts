import type { Tx } from '../../database/transaction.ts'
import type { Needs } from '../../needs.ts'
import type { Payment } from '../../payments/payment.ts'
import type { Bill } from './bill.ts'
import { BillPart } from './bill-part.ts'
import { endBillPart } from './end-bill-part.ts'
import { payBill } from './pay-bill.ts'

const batchMax = 200

/** Finds parts counted as open though their payment has ended, for the sweep. */
export const missedPartsSql = `from bill_part part join payment on payment.invoice_id = part.invoice_id
  where part.state = 'open' and payment.status <> 'pending'`

/**
 * Counts payments of bills that were ended by a process without bills, such as version 1.0.0 running beside this one
 * during an upgrade. Newer processes count in the transaction that ends the payment. Returns the number of payments
 * counted.
 */
export async function countMissedParts(app: Needs<'em' | 'transaction' | 'reactions'>): Promise<number> {
  const where = { state: 'open', payment: { status: { $ne: 'pending' } } } as const
  const options = { populate: ['payment', 'bill'], orderBy: { payment: 'asc' }, limit: batchMax } as const
  const missed = await app.em('installation').find(BillPart, where, options)
  for (const part of missed) {
    const [payment, bill] = [part.payment as unknown as Payment, part.bill as unknown as Bill]
    const scope = { accountId: part.account.id, mode: bill.mode }
    await app.transaction(scope, tx => countPart(app, tx, payment, bill.id))
  }
  return missed.length
}

function countPart(
  app: Needs<'reactions'>,
  tx: Tx,
  { invoiceId, status, paidAt }: Payment,
  billId: number,
): Promise<void> {
  const part = { invoiceId, billId }
  return status === 'paid' ? payBill(app, tx, { ...part, at: paidAt! }) : endBillPart(tx, part)
}
