import PQueue from 'p-queue'
import { Refusal } from '../lib/refusal.ts'

/** Runs a read that may take long (a list, a search, statistics) when there is room for one more of them. */
export type Slowly = <Result>(read: () => Promise<Result>) => Promise<Result>

const share = 0.25
const waitingMaxPerPlace = 50
const waitMaxMs = 10_000
const retryAfterS = 2

/**
 * Gives slow reads a quarter of the pool, so that however many there are, money finds a connection. Refuses `unavailable`
 * when too many wait already, or when one has waited too long.
 */
export function slowReads(poolMax: number): Slowly {
  const places = Math.max(1, Math.floor(poolMax * share))
  const queue = new PQueue({ concurrency: places })
  return async read => {
    if (queue.size >= places * waitingMaxPerPlace) throw busy()
    const askedAt = performance.now()
    return queue.add(() => {
      if (performance.now() - askedAt > waitMaxMs) throw busy()
      return read()
    })
  }
}

function busy(): Refusal {
  return new Refusal('unavailable', 'Too many lists and searches are being read at the moment', { retryAfterS })
}
