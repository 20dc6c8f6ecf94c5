import type { Log } from '../lib/log.ts'
import { createSolo, type Solo } from '../lib/solo.ts'

/** Recurring work: it claims rows and starts what they ask for. Safe to run at any time, and in several processes. */
export interface Sweep {
  name: string
  everyMs: number
  /** Ends within 10 s; the signal says when that time, or the process, is over. */
  run(signal: AbortSignal): Promise<unknown>
  /** Channels of `Wake` that make it run sooner. */
  wakes?: string[]
}

/** A sweep that runs alone in this process. Its failures are logged, never thrown. */
export interface SoloSweep extends Solo {
  sweep: Sweep
  /** Tells the body that runs to give up. */
  abort(): void
}

const bodyMsMax = 10_000
const wakeEveryMs = 50
const complainEveryMs = 30_000

export function soloSweep(sweep: Sweep, log: Log): SoloSweep {
  const stopping = new AbortController()
  const outcomes = countFailures(sweep, log)
  const solo = createSolo(async () => {
    try {
      await runInTime(sweep, stopping.signal)
      outcomes.worked()
    } catch (error) {
      outcomes.failed(error)
    }
  }, wakeEveryMs)
  return { ...solo, sweep, abort: () => stopping.abort(new Error('the process stops')) }
}

async function runInTime(sweep: Sweep, stopping: AbortSignal): Promise<void> {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(new Error(`${sweep.name} took more than ${bodyMsMax} ms`)), bodyMsMax)
  const pass = () => over.abort(stopping.reason)
  stopping.addEventListener('abort', pass)
  if (stopping.aborted) pass()
  try {
    await sweep.run(over.signal)
  } finally {
    clearTimeout(timer)
    stopping.removeEventListener('abort', pass)
  }
}

/** Logs the first failure, then one every half minute, and the first success after them. */
function countFailures(sweep: Sweep, log: Log): { worked(): void; failed(error: unknown): void } {
  let failures = 0
  let complainedAt = 0
  return {
    worked() {
      if (failures > 0) log.info({ sweep: sweep.name, failures }, 'a sweep works again')
      failures = 0
    },
    failed(error) {
      failures++
      if (failures > 1 && Date.now() - complainedAt < complainEveryMs) return
      complainedAt = Date.now()
      log.error({ err: error, sweep: sweep.name, failures }, 'a sweep failed and will run again')
    },
  }
}
