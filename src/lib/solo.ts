/** Work of which this process never runs two bodies at once. */
export interface Solo {
  /** Resolves after a whole run that began no earlier than now. */
  run(): Promise<void>
  /** Runs it without being waited for, at most once every `apartMs`. */
  soon(): void
  /** Epoch milliseconds of the last beginning, 0 before the first. */
  startedAt(): number
  isBusy(): boolean
  /** Takes no further hints, and resolves when the current run has ended. */
  close(): Promise<void>
}

/** The work has its failures told by itself and never throws. */
export function createSolo(work: () => Promise<void>, apartMs: number): Solo {
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined
  let hint: NodeJS.Timeout | undefined
  let startedAt = 0
  let isClosed = false

  function run(): Promise<void> {
    if (!current) {
      startedAt = Date.now()
      current = work().finally(() => {
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

  return {
    run,
    soon() {
      if (isClosed) return
      const waitMs = Math.max(0, startedAt + apartMs - Date.now())
      hint ??= setTimeout(() => {
        hint = undefined
        void run()
      }, waitMs)
    },
    startedAt: () => startedAt,
    isBusy: () => current !== undefined,
    async close() {
      isClosed = true
      clearTimeout(hint)
      await (next ?? current)
    },
  }
}
