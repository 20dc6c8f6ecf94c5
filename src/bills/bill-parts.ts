import type { Tx } from '../database/transaction.ts'
import { Refusal } from '../lib/refusal.ts'
import { statement } from '../lib/statement.ts'
import type { Bill } from './bill.ts'
import { BillPart } from './bill-part.ts'

// Every transfer asks, and most payments are of no bill.
const billsSql = statement<{ invoices: string[] }, { invoice_id: string; bill_id: number }>(
  'select invoice_id, bill_id from bill_part where invoice_id = any (:invoices) order by bill_id, number',
)

/** The bills of these invoices, in the order of their locks. */
export async function billsOf(tx: Tx, invoices: string[]): Promise<{ invoiceId: string; billId: number }[]> {
  const rows = await tx.query(billsSql, { invoices })
  return rows.map(row => ({ invoiceId: row.invoice_id, billId: row.bill_id }))
}

/** The payments of a bill that may still be paid in time, the oldest first. */
export function openParts({ em }: Pick<Tx, 'em'>, billId: number): Promise<BillPart[]> {
  return em.find(BillPart, { bill: billId, state: 'open' }, { orderBy: { number: 'asc' }, refresh: true })
}

export function sumOf(parts: readonly Pick<BillPart, 'amount'>[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

/** How many payments of one bill may wait for money at the same time. */
const openPartsMax = { once: 5, many: 50, open: 50 } as const

/** Refuses one more than may wait for money, or than there are uses left. */
export function refuseTooMany({ kind, usesMax, uses }: Bill, open: number): void {
  if (open < Math.min(openPartsMax[kind], usesMax === null ? openPartsMax[kind] : usesMax - uses)) return
  throw new Refusal('rate_limited', 'Too many payments of this bill are open', { retryAfterS: 60 })
}
