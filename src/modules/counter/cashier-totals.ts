import type { Loaded } from '@mikro-orm/core'
import type { CounterSale } from './counter-sale.ts'

/** The sales of one cashier in a shift, with their discounts and cancellations, in whole rupiah. */
export interface CashierTotals {
  name: string
  sales: number
  amount: number
  /** The number of sales cancelled before payment. */
  voids: number
  voided: number
  discounts: number
  discounted: number
  returned: number
}

/** Sums up sales by cashier; those with the most discounts and cancellations come first. */
export function sumByCashier(sales: readonly Loaded<CounterSale, 'order' | 'cashier'>[]): CashierTotals[] {
  const byName = new Map<number, CashierTotals>()
  for (const sale of sales) {
    const { cashier, order, total } = sale
    const { id, name } = cashier
    const none = { sales: 0, amount: 0, voids: 0, voided: 0, discounts: 0, discounted: 0, returned: 0 }
    const sums = byName.get(id) ?? { name, ...none }
    const { paidAt, status, discount } = order
    const isVoid = paidAt === null && status === 'cancelled'
    if (paidAt !== null) Object.assign(sums, { sales: sums.sales + 1, amount: sums.amount + total })
    if (isVoid) Object.assign(sums, { voids: sums.voids + 1, voided: sums.voided + total })
    if (discount > 0 && !isVoid) {
      Object.assign(sums, { discounts: sums.discounts + 1, discounted: sums.discounted + discount })
    }
    sums.returned += sale.returnedCash()
    byName.set(id, sums)
  }
  const risk = ({ voided, discounted, returned }: CashierTotals) => voided + discounted + returned
  return [...byName.values()].toSorted((one, other) => risk(other) - risk(one))
}
