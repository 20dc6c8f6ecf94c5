import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { type DayOfMoney, revenueByDay } from '../../payments/statistics/revenue-by-day.ts'
import { readCashSales } from './read-cash-sales.ts'

/** Returns the same as `revenueByDay`, including cash sales. */
export async function moneyByDay(
  app: Needs<'slowly' | 'now' | 'calendar'>,
  scope: Required<AccountScope>,
  count: number,
  last?: string,
): Promise<DayOfMoney[]> {
  const days = await revenueByDay(app, scope, count, last)
  const range = { first: days[0]!.day, last: days.at(-1)!.day }
  const cash = await app.slowly(reads => readCashSales(app, reads, scope, range), scope)
  for (const { day, sold, revenue } of cash) {
    const sum = days.find(one => one.day === day)!
    sum.revenue += revenue
    sum.paid += sold
  }
  return days
}
