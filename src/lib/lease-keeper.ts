import type { Log } from './log.ts'

/** A lease of a row, renewed until it is released. */
export interface HeldLease {
  /** Returns whether a renewal found that this token no longer holds the row's lease. */
  isLost(): boolean
  release(): void
}

export interface LeaseKeeper {
  hold(token: string): HeldLease
  /** Stops renewing, so that the leases that are still held expire. */
  stop(): void
}

export interface LeaseKeeperParts {
  everyMs: number
  /** Extends the leases that still have these tokens, in one statement, and returns their tokens. */
  renew(tokens: string[]): Promise<string[]>
  log: Pick<Log, 'warn'>
  /** The message to log when renewing fails. The next attempt may still renew the leases. */
  failure: string
}

/** Returns a keeper for each database of this process, opened on first use. */
export function createKeeperPerDatabase<Asking extends { sql: object }>(
  open: (app: Asking) => LeaseKeeper,
): (app: Asking) => LeaseKeeper {
  const keepers = new WeakMap<object, LeaseKeeper>()
  return app => {
    const keeper = keepers.get(app.sql) ?? open(app)
    keepers.set(app.sql, keeper)
    return keeper
  }
}

/**
 * Creates a keeper that renews all leases of this process on one kind of row. A killed process loses them soon, and a
 * slow one keeps them.
 */
export function createLeaseKeeper({ everyMs, renew, log, failure }: LeaseKeeperParts): LeaseKeeper {
  const heldLeases = new Map<string, { isLost: boolean }>()

  async function renewAll(): Promise<void> {
    const leases = new Map(heldLeases)
    if (leases.size === 0) return
    try {
      const renewed = new Set(await renew([...leases.keys()]))
      for (const [token, lease] of leases) lease.isLost ||= !renewed.has(token)
    } catch (error) {
      log.warn({ err: error }, failure)
    }
  }

  const timer = setInterval(() => void renewAll(), everyMs).unref()
  return {
    hold(token) {
      const lease = { isLost: false }
      heldLeases.set(token, lease)
      return {
        isLost: () => lease.isLost,
        release() {
          if (heldLeases.get(token) === lease) heldLeases.delete(token)
        },
      }
    },
    stop: () => clearInterval(timer),
  }
}
