import type { Log } from './log.ts'
import type { Wake } from './wake.ts'

const closestMs = 10

/**
 * Repeats work of one process, sooner on a hint; never two at once. What a person waits for, or what must not depend on the
 * scheduler, has such a clock of its own.
 */
export function startLoop(
  { wake, log }: { wake: Wake; log: Log },
  task: { everyMs: number; channels: string[]; work(): Promise<unknown>; failure: string },
): { stop(): Promise<void> } {
  let isStopped = false
  let isAsked = false
  let current: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function run(): void {
    clearTimeout(timer)
    if (isStopped) return
    if (current) {
      isAsked = true
      return
    }
    isAsked = false
    current = body().finally(() => {
      current = undefined
      timer = setTimeout(run, isAsked ? closestMs : task.everyMs)
    })
  }

  async function body(): Promise<void> {
    try {
      await task.work()
    } catch (error) {
      log.warn({ err: error }, task.failure)
    }
  }

  const unsubscribes = task.channels.map(channel => wake.on(channel, run))
  run()
  return {
    async stop() {
      isStopped = true
      for (const unsubscribe of unsubscribes) unsubscribe()
      clearTimeout(timer)
      await current
      clearTimeout(timer)
    },
  }
}
