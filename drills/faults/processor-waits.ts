import fs from 'node:fs'

export interface ProcessorWaits extends AsyncDisposable {
  /** The share of a period, 0 to 1, in which the process that waited longest for a processor had to wait for one. */
  shareBetween(since: Date, until: Date): number
}

const everyMs = 250

interface Sample {
  at: number
  waitedMs: number
}

/**
 * Measures how long processes wait for a processor although they have something to do. A silence on a machine that is
 * busy with other work says nothing about the shop.
 */
export function watchProcessors(pids: () => (number | undefined)[]): ProcessorWaits {
  const samples: Sample[] = []
  let before = new Map<number, number>()
  const timer = setInterval(() => {
    const running = pids().filter(pid => pid !== undefined)
    const waited = new Map(running.map(pid => [pid, waitedNs(pid)]))
    const differences = [...waited].map(([pid, ns]) => ns - (before.get(pid) ?? ns))
    samples.push({ at: Date.now(), waitedMs: Math.max(0, ...differences) / 1e6 })
    before = waited
  }, everyMs)
  return {
    shareBetween(since, until) {
      const within = samples.filter(({ at }) => at > since.getTime() && at <= until.getTime() + everyMs)
      const waitedMs = within.reduce((sum, sample) => sum + sample.waitedMs, 0)
      return Math.min(1, waitedMs / Math.max(1, until.getTime() - since.getTime()))
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
    },
  }
}

// The second number: how long the main thread was ready to run and waited (Documentation/scheduler/sched-stats.rst).
function waitedNs(pid: number): number {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1])
  } catch {
    return 0
  }
}
