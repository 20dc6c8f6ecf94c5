import { Refusal } from './refusal.ts'

export interface FairLanes {
  /**
   * Does the work when it is the key's turn. Refuses if too much work of the key, or of all keys, is already waiting.
   */
  run<Result>(key: unknown, work: () => Promise<Result>): Promise<Result>
  /** Runs the next part of work that `run` has admitted. It is never refused. */
  goOn<Result>(key: unknown, work: () => Promise<Result>): Promise<Result>
}

export interface LaneLimits {
  /** The number of jobs that run at once. */
  width: number
  /** The limit of running jobs of one key. */
  perKeyMax: number
  waitingPerKeyMax: number
  waitingMax: number
  /** The refusal if too much is waiting; by default `rate_limited`. */
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
  // In the order of their next turns.
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

/** Does work when it is the turn of its key at a place. */
export type RunInTurn = <Result>(place: unknown, key: unknown, work: () => Promise<Result>) => Promise<Result>

const servedMax = 10_000

/**
 * Returns separate fair lanes for each place, such as a page that strangers visit, so that a crowd at one place delays
 * no other. The first work of a key need not wait for keys that have had a turn since the place was last idle.
 */
export function createLanesPerPlace(limits: LaneLimits): RunInTurn {
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
  /** Waiting and running work. */
  unfinished: number
}

function refuseCrowded(): Refusal {
  return new Refusal('rate_limited', 'too many wait for their turn', { retryAfterS })
}
