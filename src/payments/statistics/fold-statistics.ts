import type { Needs } from '../../needs.ts'
import { foldStatisticsSql } from './statistics-sql.ts'

const batchSizeMax = 5000
const batchesMax = 10

/** Moves changes of payments into their days' totals. Returns the number of changes moved. */
export async function foldStatistics(app: Needs<'sql' | 'calendar'>): Promise<number> {
  let moved = 0
  for (let batch = 0; batch < batchesMax; batch++) {
    const [folded] = await app.sql.query(foldStatisticsSql, { zone: app.calendar.zone, limit: batchSizeMax })
    moved += folded!.changes
    if (folded!.changes < batchSizeMax) break
  }
  return moved
}
