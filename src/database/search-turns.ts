import { createFairLanes } from '../lib/fair-lanes.ts'

// A search may keep one processor of the database busy for seconds: in this process two accounts search at once, each
// one thing at a time.
const lanes = createFairLanes({ width: 2, perKeyMax: 1, waitingPerKeyMax: 20, waitingMax: 100 })

/**
 * Searches when the account has its turn. Refuses `rate_limited` when too many of its searches wait already, or of all
 * accounts.
 */
export function inSearchTurn<Result>(accountId: number, search: () => Promise<Result>): Promise<Result> {
  return lanes.run(accountId, search)
}
