import type { Needs } from '../src/needs.ts'

const closestMs = 10

/**
 * Repeats work of the bot role, sooner on a hint; never two at once. The bot has its own clock, because it also runs where
 * no jobs do, and a person waits at the other end.
 */
export function repeat(
  app: Needs<'wake' | 'log'>,
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
      app.log.warn({ err: error }, task.failure)
    }
  }

  const deaf = task.channels.map(channel => app.wake.on(channel, run))
  run()
  return {
    async stop() {
      isStopped = true
      for (const off of deaf) off()
      clearTimeout(timer)
      await current
      clearTimeout(timer)
    },
  }
}
