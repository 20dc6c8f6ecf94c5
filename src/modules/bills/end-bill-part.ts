import type { Tx } from '../../database/transaction.ts'
import { lockBill, moveBill } from './bill-moves.ts'
import { BillPart } from './bill-part.ts'

/** Releases the amount and place of an unpaid payment of a bill. */
export async function endBillPart(tx: Tx, { invoiceId, billId }: { invoiceId: string; billId: number }): Promise<void> {
  const bill = await lockBill(tx, billId)
  const ended = await tx.em.nativeUpdate(BillPart, { payment: invoiceId, state: 'open' }, { state: 'ended' })
  // Counted as a change, so that clients with the previous state notice it.
  if (ended === 1) await moveBill(tx, bill, {})
}
