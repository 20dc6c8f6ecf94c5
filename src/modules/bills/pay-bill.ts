import type { Tx } from '../../database/transaction.ts'
import type { Reactions } from '../../events/announce.ts'
import { announceBill } from './announce-bill.ts'
import { collectPayment, lockBill } from './bill-moves.ts'
import { BillPart } from './bill-part.ts'

interface PaidPart {
  invoiceId: string
  billId: number
  at: Date
}

/** Counts a paid payment for its bill. Counting the same payment again changes nothing. */
export async function payBill(
  app: { reactions: Reactions },
  tx: Tx,
  { invoiceId, billId, at }: PaidPart,
): Promise<void> {
  const locked = await lockBill(tx, billId)
  const isNew = await tx.em.nativeUpdate(BillPart, { payment: invoiceId, state: { $ne: 'paid' } }, { state: 'paid' })
  if (isNew !== 1) return
  const part = await tx.em.findOneOrFail(BillPart, { payment: invoiceId }, { refresh: true })
  // The update reads the same row again, into the same object.
  const was = { status: locked.status, collected: locked.collected, excess: locked.excess }
  const bill = await collectPayment(tx, locked, part.amount, at)
  const counted = { invoiceId, amount: bill.collected - was.collected }
  const over = { invoiceId, amount: bill.excess - was.excess }
  const type = bill.kind !== 'once' ? 'bill.used' : bill.status === 'paid' ? 'bill.paid' : 'bill.partly_paid'
  if (counted.amount > 0) await announceBill(app, tx, { type, bill, at, money: counted })
  if (over.amount > 0) await announceBill(app, tx, { type: 'bill.overpaid', bill, at, money: over })
  // This was its last use.
  if (bill.status === 'closed' && was.status !== 'closed')
    await announceBill(app, tx, { type: 'bill.closed', bill, at })
}
