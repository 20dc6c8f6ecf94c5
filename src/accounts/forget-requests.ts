import type { Needs } from '../needs.ts'

const keptMs = 7 * 86_400_000
const batchMax = 10_000
const batchesMax = 20

/** Forgets requests older than seven days, in batches, so that no statement lasts. Returns how many. */
export async function forgetRequests(app: Needs<'sql' | 'now'>): Promise<number> {
  const before = new Date(app.now().getTime() - keptMs)
  let forgotten = 0
  for (let batch = 0; batch < batchesMax; batch++) {
    const count = await app.sql.write(
      `delete from api_request where id = any(array(
         select id from api_request where received_at < $1 order by received_at limit $2))`,
      [before, batchMax],
    )
    forgotten += count
    if (count < batchMax) break
  }
  return forgotten
}
