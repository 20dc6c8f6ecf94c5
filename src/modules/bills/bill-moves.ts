import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../../database/transaction.ts'
import { Bill, isPayable } from './bill.ts'
import { BillCard, dueImmediately } from './bill-card.ts'

// All moves of a bill, each an update that is guarded by what it begins from:
//   draft -> open;  open, partly_paid -> overdue, and back when it is given more time
//   open, overdue -> partly_paid (an overdue bill stays overdue);  any but draft -> paid, also by money that was late
//   draft, open, partly_paid, overdue -> closed;  open, partly_paid, overdue -> expired

/** Locks a bill and returns its current state. Payments and holds are locked before it, stock after it. */
export function lockBill({ em }: Tx, id: number): Promise<Bill> {
  return em.findOneOrFail(Bill, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}

/** draft -> open. Returns null if it is no longer a draft. */
export async function publishBill(tx: Tx, bill: Bill): Promise<Bill | null> {
  return bill.status === 'draft' ? moveBill(tx, bill, { status: 'open' }) : null
}

/**
 * Counts a payment of a locked bill. A bill for one payer is paid with its last rupiah; any excess is recorded
 * separately, because it has to be returned. A bill for many is closed after its last use.
 */
export function collectPayment(tx: Tx, bill: Bill, amount: number, now: Date): Promise<Bill> {
  const uses = bill.uses + 1
  const due = bill.due()
  if (due === null) {
    const isLast = isPayable(bill.status) && bill.usesMax !== null && uses >= bill.usesMax
    const ended = isLast ? { status: 'closed' as const, endedAt: now } : {}
    return moveBill(tx, bill, { uses, collected: bill.collected + amount, ...ended })
  }
  const counted = Math.min(due, amount)
  const common = { uses, collected: bill.collected + counted, excess: bill.excess + amount - counted }
  if (due > 0 && counted === due) {
    return moveBill(tx, bill, { ...common, status: 'paid', paidAt: now, endedAt: now, remindAt: null })
  }
  return moveBill(tx, bill, { ...common, ...(bill.status === 'open' ? { status: 'partly_paid' as const } : {}) })
}

/** Records that money beyond the amount due was returned. */
export function recordReturnedExcess(tx: Tx, bill: Bill, amount: number): Promise<Bill> {
  return moveBill(tx, bill, { excess: Math.max(0, bill.excess - amount) })
}

/** open, partly_paid -> overdue. Returns null if it is not due yet. */
export async function markOverdue(tx: Tx, bill: Bill, now: Date): Promise<Bill | null> {
  const isDue = bill.dueAt !== null && bill.dueAt <= now
  if (!isDue || !(bill.status === 'open' || bill.status === 'partly_paid')) return null
  return moveBill(tx, bill, { status: 'overdue' })
}

/** overdue -> open or partly_paid, if the due day was postponed. */
export async function allowMoreTime(tx: Tx, bill: Bill, now: Date): Promise<Bill | null> {
  const isDue = bill.dueAt !== null && bill.dueAt <= now
  if (isDue || bill.status !== 'overdue') return null
  return moveBill(tx, bill, { status: bill.collected > 0 ? 'partly_paid' : 'open' })
}

/** open, partly_paid, overdue -> expired. Returns null if it can still be paid. */
export async function expireBill(tx: Tx, bill: Bill, now: Date): Promise<Bill | null> {
  if (bill.endsAt === null || now < bill.endsAt || !isPayable(bill.status)) return null
  return moveBill(tx, bill, { status: 'expired', endedAt: now, remindAt: null })
}

/** draft, open, partly_paid, overdue -> closed. Returns null if it has ended. */
export async function closeLockedBill(tx: Tx, bill: Bill, now: Date): Promise<Bill | null> {
  return bill.isOver() ? null : moveBill(tx, bill, { status: 'closed', endedAt: now, remindAt: null })
}

type Change = Partial<
  Pick<
    Bill,
    'status' | 'uses' | 'collected' | 'excess' | 'paidAt' | 'endedAt' | 'remindAt' | 'partCount' | 'remindedAt'
  >
>

/** Changes a locked bill and counts the change; cards that show it are then edited. */
export async function moveBill(tx: Tx, { id, status, sequence }: Bill, change: Change): Promise<Bill> {
  const { em } = tx
  const won = await em.nativeUpdate(Bill, { id, status, sequence }, { ...change, sequence: sequence + 1 })
  if (won !== 1) throw new Error(`Bug: bill ${id} moved under its lock`)
  if (change.status !== undefined || change.collected !== undefined) {
    if ((await em.nativeUpdate(BillCard, { bill: id }, { editAt: dueImmediately })) > 0) tx.wake('bill_cards')
  }
  return em.findOneOrFail(Bill, id, { refresh: true })
}
