import type { Log } from './log.ts'
import type { Wake } from './wake.ts'

const closestMs = 10

export interface LoopParts {
  /** The pause between the end of one run and the start of the next. */
  everyMs: number | (() => number)
  /** Channels of `Wake` whose hints start the next run at once. */
  channels: string[]
  work(): Promise<unknown>
  /** What to log when the work fails. It runs again at its time. */
  failure: string
}

/** Repeats work in this process, never two runs at once. The first run starts now. */
export function startLoop({ wake, log }: { wake: Wake; log: Log }, loop: LoopParts): { stop(): Promise<void> } {
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
      timer = setTimeout(run, isAsked ? closestMs : pauseMs())
    })
  }

  function pauseMs(): number {
    return typeof loop.everyMs === 'number' ? loop.everyMs : loop.everyMs()
  }

  async function body(): Promise<void> {
    try {
      await loop.work()
    } catch (error) {
      log.warn({ err: error }, loop.failure)
    }
  }

  const unsubscribes = loop.channels.map(channel => wake.on(channel, run))
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
