import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../lib/log.ts'
import { isDatabaseUnavailable } from './insist-on-record.ts'

const awayMsMax = 30_000
const pauseMs = 500

/**
 * Retries a start for half a minute while the database server is unavailable, because restarting the server takes
 * seconds.
 */
export async function retryStart<Result>(
  log: Log,
  signal: AbortSignal | undefined,
  start: () => Promise<Result>,
): Promise<Result> {
  const until = Date.now() + awayMsMax
  for (;;) {
    try {
      return await start()
    } catch (error) {
      const isAway = isDatabaseUnavailable((error as Error).cause ?? error)
      if (!isAway || signal?.aborted || Date.now() > until) throw error
      log.warn({ err: error }, 'the database is away: the start begins again')
      await pause(pauseMs)
    }
  }
}
