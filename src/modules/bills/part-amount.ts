import { formatRupiah } from '../../lib/money.ts'
import { Refusal, refuseField } from '../../lib/refusal.ts'
import { amountMin } from '../../methods/method.ts'
import type { Bill } from './bill.ts'

export type Dues = Pick<Bill, 'kind' | 'amount' | 'minAmount' | 'maxAmount' | 'takesParts' | 'collected'>

export interface Room {
  /** The sum of open payments, which may still be paid, as far as they count for this payer. */
  open: number
  /** The highest amount that one payment can have, in whole rupiah. */
  highest: number
}

/**
 * How much one payment of a bill is for. Every part and everything that remains is Rp 1.000 or more, and together with
 * the open parts that count (`room.open`) it never comes to more than what is due.
 *
 * Refuses `invalid_request` and `amount_out_of_range` of the field `amount`, and `refused_transition` if all that is
 * due is being paid.
 */
export function partAmount(bill: Dues, wishedAmount: number | undefined, room: Room): number {
  if (bill.kind === 'many') return bill.amount!
  if (bill.kind === 'open') {
    return inRange(wishedAmount, { min: bill.minAmount!, max: Math.min(bill.maxAmount!, room.highest) })
  }
  const left = computeRoom(bill, room)
  if (left <= 0) throw new Refusal('refused_transition', 'All that is due is being paid at this moment')
  if (!bill.takesParts) return left
  const amount =
    wishedAmount === undefined ? usualPart(left, room.highest) : inRange(wishedAmount, partRange(left, room.highest))
  if (amount < left && left - amount < amountMin) {
    const most = formatRupiah(left - amountMin)
    throw outOfRange(`leaves less than ${formatRupiah(amountMin)}: pay ${formatRupiah(left)}, or ${most} at most`, {
      min: amountMin,
      max: left - amountMin,
    })
  }
  return amount
}

/** The amount that is due and not being paid at this moment. */
export function computeRoom(bill: Dues, { open }: Pick<Room, 'open'>): number {
  return bill.amount! - bill.collected - open
}

/** Whether this amount is due and not being paid at this moment; undefined: whether anything is. */
export function hasRoom(bill: Dues, amount: number | undefined, open: number): boolean {
  return bill.kind !== 'once' || computeRoom(bill, { open }) >= (amount ?? 1)
}

/** As much as one payment can be of what is left. */
export function usualPart(left: number, highest: number): number {
  if (left <= highest) return left
  return left - highest < amountMin ? highest - amountMin : highest
}

function partRange(left: number, highest: number): { min: number; max: number } {
  return { min: Math.min(amountMin, left), max: Math.min(left, highest) }
}

function inRange(amount: number | undefined, { min, max }: { min: number; max: number }): number {
  if (amount === undefined) throw refuseField('amount', 'is required: the payer says how much', 'missing')
  if (!Number.isSafeInteger(amount)) throw refuseField('amount', 'is a whole number of rupiah', 'not_whole')
  if (amount < min || amount > max) throw outOfRange(`is ${formatRupiah(min)} to ${formatRupiah(max)}`, { min, max })
  return amount
}

function outOfRange(sentence: string, range: { min: number; max: number }): Refusal {
  return refuseField('amount', sentence, { code: 'out_of_range', ...range }, { reason: 'amount_out_of_range' })
}
