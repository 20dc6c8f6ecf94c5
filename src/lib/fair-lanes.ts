import { Refusal } from './refusal.ts'

export interface FairLanes {
  /** Does the work when its key has a turn. Refuses when too much work of the key, or of all keys, waits already. */
  run<Result>(key: unknown, work: () => Promise<Result>): Promise<Result>
  /** Runs the next piece of work of something that `run` has admitted. It is never refused. */
  goOn<Result>(key: unknown, work: () => Promise<Result>): Promise<Result>
}

export interface LaneLimits {
  /** Jobs at work at once. */
  width: number
  /** The limit of running jobs of one key. */
  perKeyMax: number
  waitingPerKeyMax: number
  waitingMax: number
  /** Thrown where too much waits; unset: `rate_limited`. */
  refusal?: () => Refusal
}

interface Lane {
  active: number
  waiting: (() => Promise<void>)[]
}

const retryAfterS = 2

/** Creates a queue in which keys take turns, so that a key with many jobs delays another by only one job. */
export function createFairLanes({
  width,
  perKeyMax,
  waitingPerKeyMax,
  waitingMax,
  refusal = refuseCrowded,
}: LaneLimits): FairLanes {
  // In the order in which they are next.
  const lanes = new Map<unknown, Lane>()
  let running = 0
  let waiting = 0

  function startNext(): void {
    for (const [key, lane] of lanes) {
      if (running >= width) return
      const job = lane.active < perKeyMax ? lane.waiting.shift() : undefined
      if (!job) continue
      running++
      waiting--
      lane.active++
      lanes.delete(key)
      lanes.set(key, lane)
      void job().finally(() => endTurn(key, lane))
    }
  }

  function endTurn(key: unknown, lane: Lane): void {
    running--
    lane.active--
    if (lane.active === 0 && lane.waiting.length === 0) lanes.delete(key)
    startNext()
  }

  function goOn<Result>(key: unknown, work: () => Promise<Result>): Promise<Result> {
    const lane = lanes.get(key) ?? { active: 0, waiting: [] }
    lanes.set(key, lane)
    return new Promise((resolve, reject) => {
      lane.waiting.push(() => work().then(resolve, reject))
      waiting++
      startNext()
    })
  }

  return {
    goOn,
    async run(key, work) {
      if ((lanes.get(key)?.waiting.length ?? 0) >= waitingPerKeyMax || waiting >= waitingMax) throw refusal()
      return goOn(key, work)
    },
  }
}

/** Does the work when its key has a turn at this place. */
export type InTurn = <Result>(place: unknown, key: unknown, work: () => Promise<Result>) => Promise<Result>

const servedMax = 10_000

/**
 * Fair lanes of their own for each place, such as a page that strangers visit: its crowd delays no other place. The
 * first work of a key runs beside that of keys which had a turn since the place was last quiet, and need not wait for
 * them.
 */
export function createLanesPerPlace(limits: LaneLimits): InTurn {
  const places = new Map<unknown, Place>()
  return async (place, key, work) => {
    const lanes = () => createFairLanes(limits)
    const here = places.get(place) ?? { first: lanes(), next: lanes(), served: new Set(), unfinished: 0 }
    places.set(place, here)
    const isFirst = !here.served.has(key)
    if (here.served.size >= servedMax) here.served.clear()
    here.served.add(key)
    here.unfinished++
    try {
      return await (isFirst ? here.first : here.next).run(key, work)
    } finally {
      here.unfinished--
      if (here.unfinished === 0) places.delete(place)
    }
  }
}

interface Place {
  first: FairLanes
  next: FairLanes
  served: Set<unknown>
  /** Work that waits or is under way. */
  unfinished: number
}

function refuseCrowded(): Refusal {
  return new Refusal('rate_limited', 'too many wait for their turn', { retryAfterS })
}
