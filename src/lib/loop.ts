import type { Log } from './log.ts'
import { createSolo } from './solo.ts'
import type { Wake } from './wake.ts'

const closestMs = 10

export interface LoopParts {
  /** The pause between the end of one run and the start of the next. */
  everyMs: number | (() => number)
  /** Channels of `Wake` whose hints start the next run immediately. */
  channels?: string[]
  /** The minimum time between the starts of two runs triggered by hints. */
  apartMs?: number
  work(): Promise<unknown>
  /** The message to log when the work fails, unless it is logged elsewhere. The work runs again on schedule. */
  failure?: string
}

export interface Loop {
  /** Requests a run before its time. */
  soon(): void
  /** Stops the loop; resolves when the current run has ended. */
  stop(): Promise<void>
}

/**
 * Repeats work in this process without overlapping runs. The loop does not keep the process alive. The first run starts
 * immediately.
 */
export function startLoop({ wake, log }: { wake?: Wake; log?: Pick<Log, 'warn'> }, loop: LoopParts): Loop {
  const { everyMs, channels = [], apartMs = closestMs, work, failure } = loop
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const solo = createSolo(async () => {
    clearTimeout(timer)
    try {
      await work()
    } catch (error) {
      if (failure) log?.warn({ err: error }, failure)
    }
    if (!isStopped) timer = setTimeout(solo.soon, typeof everyMs === 'number' ? everyMs : everyMs()).unref()
  }, apartMs)
  const unsubscribes = channels.map(channel => wake?.on(channel, solo.soon))
  void solo.run()
  return {
    soon: solo.soon,
    async stop() {
      isStopped = true
      for (const unsubscribe of unsubscribes) unsubscribe?.()
      clearTimeout(timer)
      await solo.close()
    },
  }
}
