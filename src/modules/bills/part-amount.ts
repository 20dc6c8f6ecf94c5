import { formatRupiah } from '../../lib/money.ts'
import { Refusal, refuseField } from '../../lib/refusal.ts'
import { amountMin } from '../../methods/method.ts'
import type { Bill } from './bill.ts'

export type BillDues = Pick<Bill, 'kind' | 'amount' | 'minAmount' | 'maxAmount' | 'takesParts' | 'collected'>

export interface PayableRange {
  /** The sum of open payments that count for this payer. */
  open: number
  /** The maximum amount of one payment, in whole rupiah. */
  highest: number
}

/**
 * Returns the amount of one payment of a bill. Every part and the remainder are at least Rp 1.000, and together with
 * the open parts that count (`room.open`) it never exceeds the amount due.
 *
 * Refuses `invalid_request` and `amount_out_of_range` for the field `amount`, and `refused_transition` if the entire
 * amount due is already being paid.
 */
export function choosePartAmount(bill: BillDues, wishedAmount: number | undefined, room: PayableRange): number {
  if (bill.kind === 'many') return bill.amount!
  if (bill.kind === 'open') {
    return inRange(wishedAmount, { min: bill.minAmount!, max: Math.min(bill.maxAmount!, room.highest) })
  }
  const left = computeRoom(bill, room)
  if (left <= 0) throw new Refusal('refused_transition', 'All that is due is being paid at this moment')
  if (!bill.takesParts) return left
  const amount =
    wishedAmount === undefined
      ? computeUsualPart(left, room.highest)
      : inRange(wishedAmount, partRange(left, room.highest))
  if (amount < left && left - amount < amountMin) {
    const most = formatRupiah(left - amountMin)
    throw outOfRange(`leaves less than ${formatRupiah(amountMin)}: pay ${formatRupiah(left)}, or ${most} at most`, {
      min: amountMin,
      max: left - amountMin,
    })
  }
  return amount
}

/** Returns the amount due that is not covered by open payments. */
export function computeRoom(bill: BillDues, { open }: Pick<PayableRange, 'open'>): number {
  return bill.amount! - bill.collected - open
}

/** Returns whether an amount of a bill, or if undefined any amount, is due and not covered by open payments. */
export function hasRoom(bill: BillDues, amount: number | undefined, open: number): boolean {
  return bill.kind !== 'once' || computeRoom(bill, { open }) >= (amount ?? 1)
}

/** Returns the largest part of the remainder that one payment can cover. */
export function computeUsualPart(left: number, highest: number): number {
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
