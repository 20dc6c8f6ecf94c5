import type { AccountScope } from '../../database/scope.ts'
import type { DayRange } from '../../lib/calendar.ts'
import type { Needs } from '../../needs.ts'
import { sumRefunds } from '../../payments/statistics/sum-refunds.ts'
import { listAdditions } from '../../slots.ts'

/**
 * Returns the refunds of payments and cash sales in a range of days, in whole rupiah. Each refund counts on the day its
 * payment or sale was created, as in the statistics.
 */
export async function sumAllRefunds(
  app: Needs<'slowly' | 'calendar' | 'slots'>,
  scope: Required<AccountScope>,
  { first, last }: DayRange,
): Promise<number> {
  const span = { from: app.calendar.startOfDay(first)!, before: app.calendar.endOfDay(last)! }
  return app.slowly(async reads => {
    let sum = await sumRefunds(reads, scope, span)
    for (const { sumOfSales } of listAdditions(app, 'cashReturns')) sum += await sumOfSales(reads, scope, span)
    return sum
  }, scope)
}
