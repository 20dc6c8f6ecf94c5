import type { Tx } from '../../database/transaction.ts'
import type { Event } from '../../events/announce.ts'
import { lockBill, recordReturnedExcess } from './bill-moves.ts'
import { BillPart } from './bill-part.ts'
import { readBills } from './bill-parts.ts'

/** The reaction to `payment.refunded`: records that money beyond the amount due was returned. */
export async function answerBillRefund(tx: Tx, events: Event<'payment.refunded'>[]): Promise<void> {
  const found = await readBills(
    tx,
    events.map(({ payload }) => payload.invoiceId),
  )
  for (const { invoiceId, billId } of found) {
    const amounts = events.flatMap(({ payload }) => (payload.invoiceId === invoiceId ? [payload.amount] : []))
    const returned = amounts.reduce((sum, amount) => sum + amount, 0)
    const bill = await lockBill(tx, billId)
    const part = await tx.em.findOneOrFail(BillPart, { payment: invoiceId })
    if (bill.excess > 0 && returned > 0) await recordReturnedExcess(tx, bill, Math.min(returned, part.amount))
  }
}
