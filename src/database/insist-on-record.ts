import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnreachable } from './is-database-unreachable.ts'

const pauseMs = 250

/**
 * Records the outcome of work that was done outside the database. Retries while the database is unavailable, because
 * the work would otherwise be done twice. Gives up once the lease of the work has expired. `record` must be safe to
 * repeat, because the answer to a commit may be lost.
 */
export async function insistOnRecord<Result>(leaseS: number, record: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + leaseS * 1000
  for (;;) {
    try {
      return await record()
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > until) throw error
      await pause(pauseMs)
    }
  }
}

/** Returns whether work failed because the database was unavailable, which says nothing about the other side. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return isDatabaseUnreachable(code, message)
}
