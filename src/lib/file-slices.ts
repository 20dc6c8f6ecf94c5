import { setImmediate as othersTurn } from 'node:timers/promises'
import { createFairLanes } from './fair-lanes.ts'

const lanes = createFairLanes({ width: 2, perKeyMax: 1, waitingPerKeyMax: 20, waitingMax: 200 })

/**
 * Yields the slices of a file, each produced when it is its owner's turn. Many concurrent files leave time for the rest
 * of this process, and a reader that stopped reading does not block others. Refuses `rate_limited` at the first slice
 * if too many files of the owner, or of all owners, are waiting; a file that has started is never refused.
 */
export async function* yieldSlicesInTurn<Slice>(owner: number, slices: AsyncIterable<Slice>): AsyncGenerator<Slice> {
  const iterator = slices[Symbol.asyncIterator]()
  const make = async () => {
    const slice = await iterator.next()
    await othersTurn()
    return slice
  }
  try {
    let slice = await lanes.run(owner, make)
    while (!slice.done) {
      yield slice.value
      slice = await lanes.goOn(owner, make)
    }
  } finally {
    await iterator.return?.()
  }
}
