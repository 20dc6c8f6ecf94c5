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
  log: { warn(fields: object, message: string): void }
  /** The log message for a failed renewal. The next try may still renew the leases. */
  failure: string
}

/**
 * Renews all leases of this process on one kind of row, so that a killed process loses them soon and a slow one does
 * not.
 */
export function createLeaseKeeper({ everyMs, renew, log, failure }: LeaseKeeperParts): LeaseKeeper {
  const held = new Map<string, { isLost: boolean }>()

  async function renewAll(): Promise<void> {
    const leases = new Map(held)
    if (leases.size === 0) return
    try {
      const kept = new Set(await renew([...leases.keys()]))
      for (const [token, lease] of leases) lease.isLost ||= !kept.has(token)
    } catch (error) {
      log.warn({ err: error }, failure)
    }
  }

  const timer = setInterval(() => void renewAll(), everyMs).unref()
  return {
    hold(token) {
      const lease = { isLost: false }
      held.set(token, lease)
      return {
        isLost: () => lease.isLost,
        release() {
          if (held.get(token) === lease) held.delete(token)
        },
      }
    },
    stop: () => clearInterval(timer),
  }
}
