import { type DayOfBooks, readBookDays } from '../books/statistics/read-book-days.ts'
import type { AccountScope } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { readCashSales } from '../orders/statistics/read-cash-sales.ts'
import { CounterSale } from './counter-sale.ts'

/** A day with everything that was sold and given back; `cash` is the part of `amount` that no payment brought. */
export interface TaxDay extends DayOfBooks {
  cash: number
}

/** The days of a range with sales or refunds, oldest first: as the books have them, and over the counter in cash. */
export async function readTaxDays(
  app: Needs<'slowly' | 'calendar'>,
  scope: Required<AccountScope>,
  range: { first: string; last: string },
): Promise<TaxDay[]> {
  const { calendar } = app
  const [from, before] = [calendar.startOfDay(range.first)!, calendar.endOfDay(range.last)!]
  const days = new Map((await readBookDays(app, scope, range)).map(one => [one.day, { ...one, cash: 0 }]))
  const dayOf = (day: string) => {
    const sum = days.get(day) ?? { day, sales: 0, amount: 0, fees: 0, refunds: 0, refunded: 0, cash: 0 }
    days.set(day, sum)
    return sum
  }
  const { taken, returned } = await app.slowly(async reads => {
    const refunded = { method: 'cash' as const, refundedAt: { $gte: from, $lt: before } }
    return {
      taken: await readCashSales(app, reads, scope, range),
      returned: await reads.em(scope).find(CounterSale, refunded),
    }
  }, scope)
  for (const { day, sold, revenue } of taken) {
    const sum = dayOf(day)
    sum.sales += sold
    sum.amount += revenue
    sum.cash += revenue
  }
  for (const { refundedAt, total } of returned) {
    const sum = dayOf(calendar.formatDay(refundedAt!))
    sum.refunds++
    sum.refunded += total
  }
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1))
}
