import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../lib/log.ts'

/** Recurring work: it claims rows and starts what they ask for. Safe to run at any time, and in several processes. */
export interface Sweep {
  name: string
  everyMs: number
  /** Ends within 10 s; the signal says when that time, or the process, is over. */
  run(signal: AbortSignal): Promise<unknown>
  /** Channels of `Wake` that make it run sooner. */
  wakes?: string[]
}

/** A sweep of which this process never runs two bodies at once. */
export interface SoloSweep {
  sweep: Sweep
  /** Resolves after a whole body that began no earlier than now; failures are logged, never thrown. */
  run(): Promise<void>
  /** Runs it without being waited for, at most once every 50 ms. */
  soon(): void
  /** Epoch milliseconds of the last beginning, 0 before the first. */
  startedAt(): number
  busy(): boolean
  /** No more hints are taken; a body that runs may end. */
  close(): void
  /** Tells the body that runs to give up. */
  abort(): void
}

const bodyMsMax = 10_000
const wakeEveryMs = 50
const complainEveryMs = 30_000

export function soloSweep(sweep: Sweep, log: Log): SoloSweep {
  const aborts = new AbortController()
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined
  let hint: NodeJS.Timeout | undefined
  let startedAt = 0
  let failures = 0
  let complainedAt = 0
  let closed = false

  function run(): Promise<void> {
    if (!current) {
      current = body().finally(() => {
        current = undefined
      })
      return current
    }
    // A caller that asks while a body runs may have written after it looked: one more run serves all of them.
    next ??= current.then(() => {
      next = undefined
      return run()
    })
    return next
  }

  async function body() {
    startedAt = Date.now()
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error(`${sweep.name} took more than ${bodyMsMax} ms`)), bodyMsMax)
    const pass = () => late.abort(aborts.signal.reason)
    aborts.signal.addEventListener('abort', pass)
    if (aborts.signal.aborted) pass()
    try {
      await sweep.run(late.signal)
      if (failures > 0) log.info({ sweep: sweep.name, failures }, 'a sweep works again')
      failures = 0
    } catch (error) {
      failures++
      if (failures === 1 || Date.now() - complainedAt >= complainEveryMs) {
        complainedAt = Date.now()
        log.error({ err: error, sweep: sweep.name, failures }, 'a sweep failed and will run again')
      }
    } finally {
      clearTimeout(timer)
      aborts.signal.removeEventListener('abort', pass)
    }
  }

  return {
    sweep,
    run,
    soon() {
      if (closed) return
      const waitMs = Math.max(0, startedAt + wakeEveryMs - Date.now())
      hint ??= setTimeout(() => {
        hint = undefined
        void run()
      }, waitMs)
    },
    startedAt: () => startedAt,
    busy: () => current !== undefined,
    close() {
      closed = true
      clearTimeout(hint)
    },
    abort: () => aborts.abort(new Error('the process stops')),
  }
}

/** Waits until the condition holds, or the time is over. */
export async function until(holds: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (!holds()) {
    if (Date.now() >= deadline) return false
    await pause(10)
  }
  return true
}
