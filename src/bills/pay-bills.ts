import type { Tx } from '../database/transaction.ts'
import type { Event } from '../events/announce.ts'
import { collect, lockBill } from './bill-moves.ts'
import { BillPart } from './bill-part.ts'
import { billsOf } from './bill-parts.ts'

/** The reaction to `payment.paid`: its bill has collected so much more. */
export async function payBills(tx: Tx, events: Event<'payment.paid'>[]): Promise<void> {
  const found = await billsOf(
    tx,
    events.map(({ payload }) => payload.invoiceId),
  )
  for (const { invoiceId, billId } of found) {
    const { createdAt } = events.find(({ payload }) => payload.invoiceId === invoiceId)!
    await payBill(tx, { invoiceId, billId }, createdAt)
  }
}

async function payBill(tx: Tx, { invoiceId, billId }: { invoiceId: string; billId: number }, now: Date): Promise<void> {
  const bill = await lockBill(tx, billId)
  // Told again, the same payment changes nothing.
  const isNew = await tx.em.nativeUpdate(BillPart, { payment: invoiceId, state: { $ne: 'paid' } }, { state: 'paid' })
  if (isNew !== 1) return
  const part = await tx.em.findOneOrFail(BillPart, { payment: invoiceId }, { refresh: true })
  await collect(tx, bill, part.amount, now)
}
