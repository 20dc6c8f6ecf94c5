import { setImmediate as othersTurn } from 'node:timers/promises'
import { createFairLanes } from './fair-lanes.ts'

const lanes = createFairLanes({ width: 2, perKeyMax: 1, waitingPerKeyMax: 20, waitingMax: 200 })

/**
 * A file's slices, each of which is made when its owner has a turn: many files at once leave time to everybody else in
 * this process, and a reader who has stopped reading holds nobody's turn. Refuses `rate_limited` at the first slice
 * when too many files of the owner, or of all owners, wait for theirs; a file that has begun is never refused.
 */
export async function* inSlices<Slice>(owner: number, slices: AsyncIterable<Slice>): AsyncGenerator<Slice> {
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
