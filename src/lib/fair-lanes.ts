export interface FairLanes {
  /** Runs the job when its key has a turn. Returns false when too many jobs of the key, or of all keys, wait already. */
  run(key: number, job: () => Promise<void>): boolean
}

export interface LaneLimits {
  /** Jobs at work at once. */
  width: number
  waitingPerKeyMax: number
  waitingMax: number
}

interface Lane {
  active: number
  waiting: (() => Promise<void>)[]
}

/** A queue in which keys take turns, so that a key with many jobs delays another by one job and not by all of its own. */
export function createFairLanes({ width, waitingPerKeyMax, waitingMax }: LaneLimits): FairLanes {
  // In the order in which they are next.
  const lanes = new Map<number, Lane>()
  // One stays free for others where there are several.
  const perKeyMax = Math.max(1, width - 1)
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
      void job().finally(() => end(key, lane))
    }
  }

  function end(key: number, lane: Lane): void {
    running--
    lane.active--
    if (lane.active === 0 && lane.waiting.length === 0) lanes.delete(key)
    startNext()
  }

  return {
    run(key, job) {
      const lane = lanes.get(key) ?? { active: 0, waiting: [] }
      if (lane.waiting.length >= waitingPerKeyMax || waiting >= waitingMax) return false
      lanes.set(key, lane)
      lane.waiting.push(job)
      waiting++
      startNext()
      return true
    },
  }
}
