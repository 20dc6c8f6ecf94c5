import type { Tx } from '../../database/transaction.ts'
import { lockBill, move } from './bill-moves.ts'
import { BillPart } from './bill-part.ts'

/** Gives the room of a payment that nobody paid back to its bill. */
export async function endBillPart(tx: Tx, { invoiceId, billId }: { invoiceId: string; billId: number }): Promise<void> {
  const bill = await lockBill(tx, billId)
  const ended = await tx.em.nativeUpdate(BillPart, { payment: invoiceId, state: 'open' }, { state: 'ended' })
  // Counted, so that whoever looked before sees that something is different.
  if (ended === 1) await move(tx, bill, {})
}
