/** Work that never overlaps itself in this process. */
export interface Solo {
  /** Resolves after a complete run that began no earlier than now. */
  run(): Promise<void>
  /** Triggers a run without waiting for it, at most once every `apartMs`. */
  soon(): void
  /** Triggers a run without that pause, because the last run has made room for more. */
  hurry(): void
  /** Returns when the last run began, in epoch milliseconds; 0 before the first. */
  startedAt(): number
  isBusy(): boolean
  /** Ignores further hints, and resolves when the current run has ended. */
  close(): Promise<void>
}

const hurryMs = 10

/** Creates a `Solo`. `work` reports its own failures and never throws. */
export function createSolo(work: () => Promise<void>, apartMs: number): Solo {
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined
  let hint: { timer: NodeJS.Timeout; at: number } | undefined
  let startedAt = 0
  let isClosed = false

  function runSolo(): Promise<void> {
    if (!current) {
      startedAt = Date.now()
      current = work().finally(() => {
        current = undefined
      })
      return current
    }
    // A caller may have written after the current run looked: one more run serves all such callers.
    next ??= current.then(() => {
      next = undefined
      return runSolo()
    })
    return next
  }

  function runAt(at: number): void {
    if (isClosed || (hint && hint.at <= at)) return
    clearTimeout(hint?.timer)
    const begin = () => {
      hint = undefined
      void runSolo()
    }
    hint = { timer: setTimeout(begin, Math.max(0, at - Date.now())), at }
  }

  return {
    run: runSolo,
    soon: () => runAt(startedAt + apartMs),
    hurry: () => runAt(startedAt + Math.min(hurryMs, apartMs)),
    startedAt: () => startedAt,
    isBusy: () => current !== undefined,
    async close() {
      isClosed = true
      clearTimeout(hint?.timer)
      await (next ?? current)
    },
  }
}
