import type { Needs } from '../needs.ts'
import { ApiRequest } from './api-request.ts'

const keptMs = 7 * 86_400_000
const batchMax = 10_000
const batchesMax = 20

/** Forgets requests older than seven days, in batches, so that no statement lasts. Returns how many. */
export async function forgetRequests(app: Needs<'em' | 'now'>): Promise<number> {
  const before = new Date(app.now().getTime() - keptMs)
  let forgotten = 0
  for (let batch = 0; batch < batchesMax; batch++) {
    const em = app.em('installation')
    const old = em
      .qb(ApiRequest)
      .select('id')
      .where({ receivedAt: { $lt: before } })
      .orderBy({ receivedAt: 'asc' })
    const count = await em.nativeDelete(ApiRequest, { id: { $in: old.limit(batchMax).toRaw() } })
    forgotten += count
    if (count < batchMax) break
  }
  return forgotten
}
