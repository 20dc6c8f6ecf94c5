import { createFairLanes } from '../lib/fair-lanes.ts'

// A search may occupy one processor of the database for seconds. In this process two accounts can search at once, each
// running one search at a time.
const lanes = createFairLanes({ width: 2, perKeyMax: 1, waitingPerKeyMax: 20, waitingMax: 100 })

/**
 * Searches when it is the account's turn. Refuses `rate_limited` if too many searches of the account, or of all
 * accounts, are already waiting.
 */
export function searchInTurn<Result>(accountId: number, search: () => Promise<Result>): Promise<Result> {
  return lanes.run(accountId, search)
}
