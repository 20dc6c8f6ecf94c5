import type { Tx } from '../../database/transaction.ts'
import { Refusal } from '../../lib/refusal.ts'
import { statement } from '../../lib/statement.ts'
import { guestShare } from '../../orders/guest-share.ts'
import type { Bill } from './bill.ts'
import { BillPart } from './bill-part.ts'

// Every transfer asks, and most payments are of no bill.
const billsSql = statement<{ invoices: string[] }, { invoice_id: string; bill_id: number }>(
  'select invoice_id, bill_id from bill_part where invoice_id = any (:invoices) order by bill_id, number',
)

/** The bills of these invoices, in the order of their locks. */
export async function readBills(tx: Tx, invoices: string[]): Promise<{ invoiceId: string; billId: number }[]> {
  const rows = await tx.query(billsSql, { invoices })
  return rows.map(row => ({ invoiceId: row.invoice_id, billId: row.bill_id }))
}

/** The payments of a bill that may still be paid in time, the oldest first. */
export function openParts({ em }: Pick<Tx, 'em'>, billId: number): Promise<BillPart[]> {
  return em.find(BillPart, { bill: billId, state: 'open' }, { orderBy: { number: 'asc' }, refresh: true })
}

export function sumParts(parts: readonly Pick<BillPart, 'amount'>[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

/** Payers who open a bill at the same moment must not pay more than is due together. */
const sameMomentMs = 2_000

/**
 * The open parts that keep others from opening what they are for: those of the same address, and those of the last two
 * seconds. A part that another address opened and does not pay would otherwise close the bill for everyone else. If
 * both pay, the money beyond what was due is reported to the merchant (`bill.overpaid`).
 */
export function blockingParts(
  parts: readonly BillPart[],
  { address: here, now }: { address: Buffer | null; now: Date },
): BillPart[] {
  if (here === null) return [...parts]
  const since = now.getTime() - sameMomentMs
  return parts.filter(({ address, createdAt }) => address?.equals(here) || createdAt.getTime() >= since)
}

/**
 * The limit of payments of one bill that wait for money at the same time. A guest whose address has none open is let in
 * beyond `all`, up to `everybody`: otherwise a few strangers could close the bill for everyone else.
 */
export const openPartsMax = { all: 90, everybody: 300 } as const

export interface OpenParts {
  all: number
  /** The parts of the address that requests another one; null if the address is unknown. */
  fromHere: number | null
}

/** Refuses one payment more than may wait for money, than an address may have of them, or than there are uses left. */
export function refuseTooMany({ usesMax, uses }: Bill, { all, fromHere }: OpenParts): void {
  const usesLeft = usesMax === null ? Number.POSITIVE_INFINITY : usesMax - uses
  const places = Math.min(usesLeft, fromHere === 0 ? openPartsMax.everybody : openPartsMax.all)
  const hasShare = fromHere === null || fromHere < guestShare(Math.min(usesLeft, openPartsMax.all))
  if (all < places && hasShare) return
  throw new Refusal('rate_limited', 'Too many payments of this bill are open', { retryAfterS: 60 })
}

/** Counts the open payments of a bill, and those of an address. */
export function countOpen(parts: readonly BillPart[], { address: here }: { address: Buffer | null }): OpenParts {
  return { all: parts.length, fromHere: here && parts.filter(({ address }) => address?.equals(here)).length }
}
