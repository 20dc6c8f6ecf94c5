import PQueue from 'p-queue'
import type { Started } from './started.ts'

/** Claimed work that nobody waits for, at most `max` pieces at once. */
export interface BoundedPool {
  /** Claims at most as many pieces as there is room for, and starts them. Returns how many were started. */
  start(claim: (room: number) => Promise<Started>): Promise<number>
  /** Waits for the work under way. */
  drain(timeoutMs: number): Promise<void>
}

export function createBoundedPool(max: number): BoundedPool {
  const queue = new PQueue({ concurrency: max })
  return {
    async start(claim) {
      const room = max - queue.pending - queue.size
      if (room <= 0) return 0
      const { work } = await claim(room)
      for (const piece of work) void queue.add(() => piece).catch(() => {})
      return work.length
    },
    async drain(timeoutMs) {
      const timeout = new Promise<void>(resolve => setTimeout(resolve, timeoutMs).unref())
      await Promise.race([queue.onIdle(), timeout])
    },
  }
}
