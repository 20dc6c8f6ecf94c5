import type { AccountScope } from '../../database/scope.ts'
import { moveDay } from '../../lib/calendar.ts'
import type { Needs } from '../../needs.ts'
import { statisticsSql } from './statistics-sql.ts'

export interface DayRevenue {
  /** The day, `YYYY-MM-DD` in the installation's time zone. */
  day: string
  /** The amount received from payments created on that day, in whole rupiah. */
  revenue: number
  paid: number
}

/** Returns this number of days up to `last` (default: today), oldest first, including days without revenue. */
export async function readRevenueByDay(
  app: Needs<'slowly' | 'now' | 'calendar'>,
  { accountId, mode }: Required<AccountScope>,
  count: number,
  last = app.calendar.formatDay(app.now()),
): Promise<DayRevenue[]> {
  const days = Array.from({ length: count }, (_, index): DayRevenue => {
    return { day: moveDay(last, index + 1 - count), revenue: 0, paid: 0 }
  })
  const byDay = new Map(days.map(one => [one.day, one]))
  const values = { accountId, mode, zone: app.calendar.zone, firstDay: days[0]!.day, lastDay: days.at(-1)!.day }
  const rows = await app.slowly(({ sql }) => sql.query(statisticsSql, values), { accountId })
  for (const { day, revenue, paid } of rows) {
    const sum = byDay.get(day)
    if (!sum) continue
    sum.revenue += revenue
    sum.paid += paid
  }
  return days
}
