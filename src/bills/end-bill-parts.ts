import type { Tx } from '../database/transaction.ts'
import type { Event } from '../events/announce.ts'
import { lockBill, move } from './bill-moves.ts'
import { BillPart } from './bill-part.ts'
import { billsOf } from './bill-parts.ts'

/** The reaction to `payment.expired` and `payment.cancelled`: what it was for can be paid by another payment. */
export async function endBillParts(tx: Tx, events: Event<'payment.expired' | 'payment.cancelled'>[]): Promise<void> {
  const found = await billsOf(
    tx,
    events.map(({ subject }) => subject),
  )
  for (const { invoiceId, billId } of found) {
    const bill = await lockBill(tx, billId)
    const ended = await tx.em.nativeUpdate(BillPart, { payment: invoiceId, state: 'open' }, { state: 'ended' })
    // Counted, so that whoever looked before sees that something is different.
    if (ended === 1) await move(tx, bill, {})
  }
}
