import type { FilterQuery } from '@mikro-orm/core'
import type { Tx } from '../../database/transaction.ts'
import type { Needs } from '../../needs.ts'
import { announceBill } from './announce-bill.ts'
import { Bill, payableStatuses } from './bill.ts'
import { expireBill, lockBill, markOverdue } from './bill-moves.ts'

type PassNeeds = Needs<'em' | 'transaction' | 'now' | 'reactions'>

const batchMax = 200

/** Finds bills that become overdue or expire, for the sweep. */
export const passedBillsSql = `from bill where (status in ('open', 'partly_paid') and due_at <= :now)
  or (status in ('open', 'partly_paid', 'overdue') and ends_at <= :now)`

/**
 * Marks bills as overdue or expired; a payment that is already open may still be paid. Returns the number of bills
 * marked.
 */
export async function passDueBills(app: PassNeeds): Promise<number> {
  const now = app.now()
  const due = { status: ['open', 'partly_paid'], dueAt: { $lte: now } }
  const ending = { status: [...payableStatuses], endsAt: { $lte: now } }
  const where = { $or: [due, ending] } as FilterQuery<Bill>
  const found = await app.em('installation').find(Bill, where, { orderBy: { id: 'asc' }, limit: batchMax })
  let moved = 0
  for (const { id, accountId, mode } of found) {
    if (await app.transaction({ accountId, mode }, tx => passBill(app, tx, id))) moved++
  }
  return moved
}

async function passBill(app: PassNeeds, tx: Tx, id: number): Promise<boolean> {
  const at = app.now()
  const bill = await lockBill(tx, id)
  const expired = await expireBill(tx, bill, at)
  const moved = expired ?? (await markOverdue(tx, bill, at))
  if (moved === null) return false
  await announceBill(app, tx, { type: expired ? 'bill.expired' : 'bill.overdue', bill: moved, at })
  return true
}
