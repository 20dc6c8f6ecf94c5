import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { type BookSums, readBookDaysSql } from './book-days-sql.ts'

export interface BookDayTotals extends BookSums {
  /** The day of booking, `YYYY-MM-DD` in the installation's time zone. */
  day: string
}

/** Returns the days of a range that have sales or refunds in the books, oldest first. */
export function readBookDays(
  app: Needs<'slowly' | 'calendar'>,
  scope: Required<AccountScope>,
  { first, last }: { first: string; last: string },
): Promise<BookDayTotals[]> {
  const { calendar } = app
  const moments = { from: calendar.startOfDay(first)!, before: calendar.endOfDay(last)! }
  const values = { ...scope, ...moments, zone: calendar.zone, first, last }
  return app.slowly(({ sql }) => sql.query(readBookDaysSql, values), scope)
}

/** Returns the sums of several days. */
export function sumBookDays(days: readonly BookSums[]): BookSums & { net: number } {
  const sum = { sales: 0, amount: 0, fees: 0, refunds: 0, refunded: 0 }
  const names = Object.keys(sum) as (keyof BookSums)[]
  for (const day of days) for (const name of names) sum[name] += day[name]
  return { ...sum, net: computeNet(sum) }
}

/** Returns the amount that remains with the merchant after fees and refunds. */
export function computeNet({ amount, fees, refunded }: BookSums): number {
  return amount - fees - refunded
}
