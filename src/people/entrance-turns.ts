import { createFairLanes } from '../lib/fair-lanes.ts'

/*
 * Signing in or up costs a password hash and several transactions before the caller is authenticated. Callers'
 * addresses take turns, so that a crowd from one address delays another by only one caller, and payments still get
 * processors and connections.
 */
const lanes = createFairLanes({ width: 2, perKeyMax: 1, waitingPerKeyMax: 40, waitingMax: 80 })

/**
 * Runs `enter` when it is the turn of the caller's address. Refuses `rate_limited` if too many callers are already
 * waiting.
 */
export function enterInTurn<Result>(address: string, enter: () => Promise<Result>): Promise<Result> {
  return lanes.run(address, enter)
}
