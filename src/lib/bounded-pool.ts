import type { Started } from './started.ts'

/** Work that sweeps set going and nobody waits for, so many at once and no more. */
export interface BoundedPool {
  /** Claims at most what there is room for, and starts it. Answers how much was started. */
  start(claim: (room: number) => Promise<Started>): Promise<number>
  /** Waits for what is under way. */
  drain(timeoutMs: number): Promise<void>
}

export function createBoundedPool(max: number): BoundedPool {
  const underWay = new Set<Promise<void>>()
  return {
    async start(claim) {
      const room = max - underWay.size
      if (room <= 0) return 0
      const { work } = await claim(room)
      for (const piece of work) {
        underWay.add(piece)
        piece.finally(() => underWay.delete(piece)).catch(() => {})
      }
      return work.length
    },
    async drain(timeoutMs) {
      const patience = new Promise(resolve => setTimeout(resolve, timeoutMs).unref())
      await Promise.race([Promise.allSettled(underWay), patience])
    },
  }
}
