import { type BookDayTotals, readBookDays } from '../../books/statistics/read-book-days.ts'
import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { listAdditions } from '../../slots.ts'
import { readCashSales } from './read-cash-sales.ts'

/** The sales and refunds of a day; `cash` is the part of `amount` that no payment brought. */
export interface TaxDay extends BookDayTotals {
  cash: number
}

/** Returns the days of a range with sales or refunds, oldest first: from the books, and in cash at the counter. */
export async function readTaxDays(
  app: Needs<'slowly' | 'calendar' | 'slots'>,
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
  const { taken, returned } = await app.slowly(
    async reads => ({
      taken: await readCashSales(app, reads, scope, range),
      returned: await Promise.all(
        listAdditions(app, 'cashReturns').map(({ list }) => list(reads, scope, { from, before })),
      ),
    }),
    scope,
  )
  for (const { day, sold, revenue } of taken) {
    const sum = dayOf(day)
    sum.sales += sold
    sum.amount += revenue
    sum.cash += revenue
  }
  for (const { at, amount } of returned.flat()) {
    const sum = dayOf(calendar.formatDay(at))
    sum.refunds++
    sum.refunded += amount
  }
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1))
}
