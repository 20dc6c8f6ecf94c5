import type { Needs } from '../../needs.ts'
import {
  clearTotalsSql,
  type DayBucket,
  type MarkedDay,
  takeMarksSql,
  takeTurnSql,
  writeTotalsSql,
} from './total-sales-sql.ts'

const marksMax = 1000
const batchesMax = 10

/**
 * Recounts the days on which an order was placed, sold or refunded. A day is set to the sum of its orders, so nothing
 * counts twice, however late it arrives. Returns the number of days counted.
 */
export async function totalSales(app: Needs<'transaction' | 'calendar'>): Promise<number> {
  let counted = 0
  for (let batch = 0; batch < batchesMax; batch++) {
    const days = await totalBatch(app)
    counted += days
    if (days === 0) break
  }
  return counted
}

function totalBatch(app: Needs<'transaction' | 'calendar'>): Promise<number> {
  return app.transaction('installation', async tx => {
    const [turn] = await tx.query(takeTurnSql, {})
    if (!turn!.taken) return 0
    const days = await tx.query(takeMarksSql, { zone: app.calendar.zone, limit: marksMax })
    if (days.length === 0) return 0
    const bucket = days.map(day => toBucket(app, day))
    await tx.write(clearTotalsSql, { bucket })
    await tx.write(writeTotalsSql, { bucket })
    return days.length
  })
}

function toBucket({ calendar }: Needs<'calendar'>, one: MarkedDay): DayBucket {
  return { ...one, starts: calendar.startOfDay(one.day)!, ends: calendar.endOfDay(one.day)! }
}
