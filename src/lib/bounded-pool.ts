import { whileClaiming } from './holder.ts'
import type { StartedWork } from './started.ts'

/** Runs claimed work in the background, at most `max` pieces at once, not counting pieces that only wait. */
export interface BoundedPool {
  /** Claims at most as many pieces as there is room for, and starts them. Returns how many were started. */
  start(claim: (room: number) => Promise<StartedWork>): Promise<number>
  /** Waits for the running work. */
  drain(timeoutMs: number): Promise<void>
}

export interface PoolOptions {
  /** The maximum number of hanging pieces besides `max`. */
  hangingMax?: number
  now?: () => number
}

/** After this time a piece counts as hanging: it waits for an answer and needs little else. */
const hangingAfterMs = 1_000
const hangingPerPiece = 8

/**
 * Returns a pool in which hanging work frees its place after a second, so that receivers and providers that do not
 * answer do not delay others. Hanging work is limited as well, to eight times `max`.
 */
export function createBoundedPool(
  max: number,
  { hangingMax = max * hangingPerPiece, now = () => performance.now() }: PoolOptions = {},
): BoundedPool {
  const underWay = new Map<Promise<void>, number>()

  function countFree(): number {
    const at = now()
    const hanging = [...underWay.values()].filter(since => at - since >= hangingAfterMs).length
    return max - (underWay.size - Math.min(hanging, hangingMax))
  }

  return {
    async start(claim) {
      const free = countFree()
      if (free <= 0) return 0
      const { work } = await whileClaiming(() => claim(free))
      const since = now()
      for (const piece of work) {
        const settled = piece.catch(() => {}).finally(() => underWay.delete(settled))
        underWay.set(settled, since)
      }
      return work.length
    },
    async drain(timeoutMs) {
      const timeout = new Promise<void>(resolve => setTimeout(resolve, timeoutMs).unref())
      const idle = (async () => {
        while (underWay.size > 0) await Promise.all(underWay.keys())
      })()
      await Promise.race([idle, timeout])
    },
  }
}
