import type { Tx } from '../database/transaction.ts'
import type { Wake } from '../lib/wake.ts'
import type { Needs } from '../needs.ts'
import { freeExpiredSql } from './leased-sql.ts'

const lookEveryMs = 1_000

/** A queue that may hold more due work than a process has room for. */
export class Backlog {
  readonly #freeExpired: ReturnType<typeof freeExpiredSql>
  readonly #channel: string
  readonly #goesOn = new WeakSet<Wake>()
  readonly #lookedAt = new WeakMap<Wake, number>()

  constructor(queue: 'delivery' | 'endpoint_delivery', channel: string) {
    this.#freeExpired = freeExpiredSql(queue)
    this.#channel = channel
  }

  /** Claims again at once, because due work should not wait for the next sweep. */
  goOn(wake: Wake): void {
    this.#goesOn.add(wake)
    wake.notify(this.#channel)
  }

  /**
   * Frees leases that expired because their process died or hangs. A claim that continues a backlog, dozens of times a
   * second, does this once a second.
   */
  async freeExpired({ wake, now }: Needs<'wake' | 'now'>, tx: Tx): Promise<void> {
    const at = now().getTime()
    const goesOn = this.#goesOn.delete(wake)
    const lookedAt = this.#lookedAt.get(wake)
    // The clock may have been set back.
    if (goesOn && lookedAt !== undefined && Math.abs(at - lookedAt) < lookEveryMs) return
    this.#lookedAt.set(wake, at)
    await tx.write(this.#freeExpired, {})
  }
}
