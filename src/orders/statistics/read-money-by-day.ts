import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { type DayRevenue, readRevenueByDay } from '../../payments/statistics/read-revenue-by-day.ts'
import { readCashSales } from './read-cash-sales.ts'

/** Returns the same as `readRevenueByDay`, including cash sales. */
export async function readMoneyByDay(
  app: Needs<'slowly' | 'now' | 'calendar'>,
  scope: Required<AccountScope>,
  count: number,
  last?: string,
): Promise<DayRevenue[]> {
  const days = await readRevenueByDay(app, scope, count, last)
  const range = { first: days[0]!.day, last: days.at(-1)!.day }
  const cash = await app.slowly(reads => readCashSales(app, reads, scope, range), scope)
  for (const { day, sold, revenue } of cash) {
    const sum = days.find(one => one.day === day)!
    sum.revenue += revenue
    sum.paid += sold
  }
  return days
}
