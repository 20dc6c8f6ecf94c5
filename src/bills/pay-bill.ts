import type { Tx } from '../database/transaction.ts'
import { collect, lockBill } from './bill-moves.ts'
import { BillPart } from './bill-part.ts'

/** Counts a paid payment for its bill. Counted again, the same payment changes nothing. */
export async function payBill(
  tx: Tx,
  { invoiceId, billId }: { invoiceId: string; billId: number },
  now: Date,
): Promise<void> {
  const bill = await lockBill(tx, billId)
  const isNew = await tx.em.nativeUpdate(BillPart, { payment: invoiceId, state: { $ne: 'paid' } }, { state: 'paid' })
  if (isNew !== 1) return
  const part = await tx.em.findOneOrFail(BillPart, { payment: invoiceId }, { refresh: true })
  await collect(tx, bill, part.amount, now)
}
