import { raw } from '@mikro-orm/core'
import type { AccountScope } from '../../database/scope.ts'
import type { ReadAccess } from '../../database/slow-reads.ts'
import type { DayRange } from '../../lib/calendar.ts'
import type { Needs } from '../../needs.ts'
import { Order } from '../order.ts'

export interface CashSales {
  /** The day, `YYYY-MM-DD`. */
  day: string
  /** The hour in local time. */
  hour: number
  sold: number
  /** The amount in whole rupiah. */
  revenue: number
}

// The days and hours of every time zone start at such a quarter.
const quarter = "date_bin('15 minutes', o.created_at, timestamptz '2000-01-01 00:00:00Z')"

/** Sums the cash sales in a range of days by quarter of an hour, because they have no payments. */
export async function readCashSales(
  { calendar }: Needs<'calendar'>,
  { em }: ReadAccess,
  { accountId, mode }: Required<AccountScope>,
  { first, last }: DayRange,
): Promise<CashSales[]> {
  const createdAt = { $gte: calendar.startOfDay(first)!, $lt: calendar.endOfDay(last)! }
  const rows = await em({ accountId, mode })
    .createQueryBuilder(Order, 'o')
    .select([raw(`${quarter} as begins`), raw('count(*) as sold'), raw('sum(o.total) as revenue')])
    .where({ account: accountId, mode, paidVia: 'cash', status: { $ne: 'cancelled' }, createdAt })
    .groupBy(raw(quarter))
    .execute<{ begins: Date | string; sold: string; revenue: string }[]>('all')
  return rows.map(({ begins, sold, revenue }) => {
    const at = calendar.format(new Date(begins))
    return {
      day: at.slice(0, 10),
      hour: Number(at.slice(11, 13)),
      sold: Number(sold),
      revenue: Number(revenue),
    }
  })
}
