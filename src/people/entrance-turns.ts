import { createFairLanes } from '../lib/fair-lanes.ts'

/*
 * Signing in or up costs a password's hash and several transactions, before anybody is known. Callers' addresses take
 * turns, so that a crowd from one delays another by one entrance, and merchants' payments find processors and
 * connections.
 */
const lanes = createFairLanes({ width: 2, perKeyMax: 1, waitingPerKeyMax: 40, waitingMax: 80 })

/** Lets somebody in when their address has its turn. Refuses `rate_limited` when too many wait already. */
export function inEntranceTurn<Result>(address: string, enter: () => Promise<Result>): Promise<Result> {
  return lanes.run(address, enter)
}
