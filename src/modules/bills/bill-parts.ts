import type { Tx } from '../../database/transaction.ts'
import { Refusal } from '../../lib/refusal.ts'
import { statement } from '../../lib/statement.ts'
import { computeGuestShare } from '../../orders/guest-share.ts'
import type { Bill } from './bill.ts'
import { BillPart } from './bill-part.ts'

// Runs for every transfer, although most payments belong to no bill.
const billsSql = statement<{ invoices: string[] }, { invoice_id: string; bill_id: number }>(
  'select invoice_id, bill_id from bill_part where invoice_id = any (:invoices) order by bill_id, number',
)

/** Returns the bills of these invoices, in the order of their locks. */
export async function readBills(tx: Tx, invoices: string[]): Promise<{ invoiceId: string; billId: number }[]> {
  const rows = await tx.query(billsSql, { invoices })
  return rows.map(row => ({ invoiceId: row.invoice_id, billId: row.bill_id }))
}

/** Returns the payments of a bill that can still be paid, oldest first. */
export function findOpenParts({ em }: Pick<Tx, 'em'>, billId: number): Promise<BillPart[]> {
  return em.find(BillPart, { bill: billId, state: 'open' }, { orderBy: { number: 'asc' }, refresh: true })
}

export function sumParts(parts: readonly Pick<BillPart, 'amount'>[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

/** Payers who open a bill within this time must not together pay more than is due. */
const sameMomentMs = 2_000

/**
 * Returns the open parts that prevent others from being opened for the same amount. They are the parts of the same
 * address, and those of the last two seconds. A part that another address opened and does not pay would otherwise block
 * the bill for everyone else. If both pay, the excess is reported to the merchant (`bill.overpaid`).
 */
export function selectBlockingParts(
  parts: readonly BillPart[],
  { address: here, now }: { address: Buffer | null; now: Date },
): BillPart[] {
  if (here === null) return [...parts]
  const since = now.getTime() - sameMomentMs
  return parts.filter(({ address, createdAt }) => address?.equals(here) || createdAt.getTime() >= since)
}

/**
 * The maximum number of concurrently open payments of one bill. A guest whose address has none open may exceed `all`,
 * up to `everybody`; otherwise a few strangers could block the bill for everyone else.
 */
export const openPartsMax = { all: 90, everybody: 300 } as const

export interface OpenParts {
  all: number
  /** The parts of the requesting address; null if the address is unknown. */
  fromHere: number | null
}

/** Refuses a further payment if the bill, the address, or the remaining uses allow no more. */
export function refuseTooManyParts({ usesMax, uses }: Bill, { all, fromHere }: OpenParts): void {
  const usesLeft = usesMax === null ? Number.POSITIVE_INFINITY : usesMax - uses
  const places = Math.min(usesLeft, fromHere === 0 ? openPartsMax.everybody : openPartsMax.all)
  const hasShare = fromHere === null || fromHere < computeGuestShare(Math.min(usesLeft, openPartsMax.all))
  if (all < places && hasShare) return
  throw new Refusal('rate_limited', 'Too many payments of this bill are open', { retryAfterS: 60 })
}

/** Counts the open payments of a bill, and those of an address. */
export function countOpenParts(parts: readonly BillPart[], { address: here }: { address: Buffer | null }): OpenParts {
  return { all: parts.length, fromHere: here && parts.filter(({ address }) => address?.equals(here)).length }
}
