import type { Log } from './log.ts'

/** A lease of a row, renewed until it is released. */
export interface HeldLease {
  /** Whether a renewal found that this token no longer holds the row's lease. */
  isLost(): boolean
  release(): void
}

export interface LeaseKeeper {
  hold(token: string): HeldLease
  /** Stops renewing: the leases that are still held run out. */
  stop(): void
}

export interface LeaseKeeperParts {
  everyMs: number
  /** Extends the leases that still have these tokens, in one statement; returns the tokens of the extended ones. */
  renew(tokens: string[]): Promise<string[]>
  log: Pick<Log, 'warn'>
  /** The line to log when renewing fails. The leases may still be renewed by the next try. */
  failure: string
}

/** One keeper for each database of this process, opened when it is first asked for. */
export function keeperOfDatabase<Asking extends { sql: object }>(
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
 * Renews all leases that this process holds on one kind of row, so that a killed process loses them soon and a slow one
 * keeps them.
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
