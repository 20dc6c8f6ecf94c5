import type { Log } from '../lib/log.ts'
import { createSolo, type Solo } from '../lib/solo.ts'

/** Recurring work: it claims rows and starts their work. It can run at any time, and in several processes. */
export interface Sweep {
  name: string
  everyMs: number
  /** A condition (`Condition.due`): the sweep runs while it holds. Agenda occasionally ticks for it anyway. */
  due?: string
  /** Does the work. It ends within 10 s; the signal aborts when that time is up, or the process ends. */
  run(signal: AbortSignal): Promise<unknown>
  /** The channels of `Wake` that make it run sooner. */
  wakes?: string[]
  /**
   * Channels that skip the usual pause. Either work waits for workers that this very sweep has freed, or a payer waits
   * for a code that a provider has just created.
   */
  hurries?: string[]
}

/** Returns the names of the sweeps whose conditions hold, of all or only of those that run every second. */
export type FindDue = (which?: 'all' | 'hasty') => Promise<string[]>

/** Returns whether a sweep runs every second while its condition holds; other conditions are checked less often. */
export const isHasty = ({ everyMs }: Sweep): boolean => everyMs <= 1_000

const conditionalTickMs = 300_000

/** Returns how often Agenda ticks for a sweep. */
export function computeTickMs({ everyMs, due }: Sweep): number {
  return due === undefined ? everyMs : Math.max(everyMs, conditionalTickMs)
}

/** A sweep that never overlaps itself in this process. Its failures are logged, never thrown. */
export interface SoloSweep extends Solo {
  sweep: Sweep
  /** Aborts the current run. */
  abort(): void
  /** Returns how it last ran here; null before the first run. */
  outcome(): SweepOutcome | null
}

/** The outcome of a run, by the machine's own clock. */
export interface SweepOutcome {
  ranAt: Date
  tookMs: number
  /** The number of consecutive failures. */
  failures: number
  /** The last error in this process, even if the sweep has succeeded since. */
  error: string | null
  failedAt: Date | null
}

const bodyMsMax = 10_000
const wakeEveryMs = 50
const complainEveryMs = 30_000
const errorMax = 500

export function createSoloSweep(sweep: Sweep, log: Log): SoloSweep {
  const stopping = new AbortController()
  const outcomes = countFailures(sweep, log)
  let outcome: SweepOutcome | null = null
  const solo = createSolo(async () => {
    const ranAt = new Date()
    const beganAt = performance.now()
    let failed: Pick<SweepOutcome, 'error' | 'failedAt'> | null = null
    try {
      await runInTime(sweep, stopping.signal)
      outcomes.worked()
    } catch (error) {
      outcomes.failed(error)
      failed = { error: (error as Error).message.slice(0, errorMax), failedAt: ranAt }
    }
    const before = outcome ?? { error: null, failedAt: null }
    const tookMs = Math.round(performance.now() - beganAt)
    outcome = { ...before, ...failed, ranAt, tookMs, failures: outcomes.inARow() }
  }, wakeEveryMs)
  return { ...solo, sweep, abort: () => stopping.abort(new Error('the process stops')), outcome: () => outcome }
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

/** Logs the first failure, then one every half minute, and the first success afterwards. */
function countFailures(sweep: Sweep, log: Log): { worked(): void; failed(error: unknown): void; inARow(): number } {
  let failures = 0
  let complainedAt = 0
  return {
    inARow: () => failures,
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
