import type { AccountScope } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import type { DayRange } from '../orders/statistics/range.ts'
import { sumRefunds } from '../payments/statistics/sum-refunds.ts'
import { CounterSale } from './counter-sale.ts'

/**
 * Returns what was returned of the payments and cash sales of a range of days, in whole rupiah: each counts for the day
 * on which it was created, as it does in the statistics.
 */
export async function sumAllRefunds(
  app: Needs<'slowly' | 'calendar'>,
  scope: Required<AccountScope>,
  { first, last }: DayRange,
): Promise<number> {
  const [from, before] = [app.calendar.startOfDay(first)!, app.calendar.endOfDay(last)!]
  return app.slowly(async reads => {
    const inCash = { method: 'cash' as const, refundedAt: { $ne: null }, createdAt: { $gte: from, $lt: before } }
    const sales = await reads.em(scope).find(CounterSale, inCash)
    const cash = sales.reduce((sum, { total }) => sum + total, 0)
    return cash + (await sumRefunds(reads, scope, { from, before }))
  }, scope)
}
