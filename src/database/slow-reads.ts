import type { EntityManager } from '@mikro-orm/postgresql'
import { createFairLanes } from '../lib/fair-lanes.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Sql } from '../lib/sql.ts'
import type { Scope } from './scope.ts'
import type { Transact } from './transaction.ts'

/** Where slow reads go: a replica that may lag slightly, or the database itself. */
export interface ReadAccess {
  em(scope: Scope): EntityManager
  sql: Pick<Sql, 'query'>
  /** Runs several reads on one connection, because a proxy may direct each connection to another replica. */
  transaction: Transact
}

/**
 * Runs a read that may take long (a list, a search, statistics) once a slot is free. A read that may be slightly
 * outdated uses the given `ReadAccess`; one that must see the latest writes does not.
 */
export type RunSlowRead = <Result>(
  read: (reads: ReadAccess) => Promise<Result>,
  /** The account of the read: accounts take turns, and none gets more than half of the slots. */
  of?: { accountId: number },
) => Promise<Result>

export interface SlowReads {
  slowly: RunSlowRead
  /** Like `slowly`, but always on the primary, for people who must see their own last change. */
  freshly: RunSlowRead
}

const share = 0.25
const waitingMaxPerRead = 50
const waitMaxMs = 10_000
/** If the next read of an account would wait longer than this, it is refused with the time to retry. */
const ownWaitMaxMs = 2_000
/** The weight of the last read in the moving average of read times. */
const weight = 0.2
const tookMsAtFirst = 50
const retryAfterS = 2

/**
 * Limits slow reads to a quarter of the pool, so that payments always find a connection. Refuses `unavailable` if too
 * many reads wait already, or one has waited too long. Refuses `rate_limited` if the account's own waiting reads would
 * make another one wait for more than two seconds.
 */
export function createSlowReads(
  poolMax: number,
  {
    primary,
    replica = primary,
    now = () => performance.now(),
  }: { primary: ReadAccess; replica?: ReadAccess; now?: () => number },
): SlowReads {
  const readsMax = Math.max(1, Math.floor(poolMax * share))
  const waitingMax = readsMax * waitingMaxPerRead
  const perKeyMax = Math.max(1, Math.floor(readsMax / 2))
  const lanes = createFairLanes({
    width: readsMax,
    perKeyMax,
    waitingPerKeyMax: waitingMax,
    waitingMax,
    refusal: refuseBusy,
  })
  const queues = new Map<unknown, Queue>()
  let tookMs = tookMsAtFirst

  /** Waits for a turn of the account, and measures how long its reads take. */
  async function inTurn<Result>(accountId: number | undefined, read: () => Promise<Result>): Promise<Result> {
    // A read without an account has its own queue.
    const key = accountId ?? {}
    const queue = queues.get(key) ?? { unfinished: 0, tookMs }
    const waitMs = (Math.max(0, queue.unfinished + 1 - perKeyMax) / perKeyMax) * queue.tookMs
    if (waitMs > ownWaitMaxMs) throw refuseCrowded(waitMs)
    queues.set(key, queue)
    queue.unfinished++
    const askedAt = now()
    try {
      return await lanes.run(key, async () => {
        const begunAt = now()
        if (begunAt - askedAt > waitMaxMs) throw refuseBusy()
        try {
          return await read()
        } finally {
          const lastMs = now() - begunAt
          queue.tookMs += weight * (lastMs - queue.tookMs)
          tookMs += weight * (lastMs - tookMs)
        }
      })
    } finally {
      queue.unfinished--
      if (queue.unfinished === 0) queues.delete(key)
    }
  }

  const slowlyFrom =
    (reads: ReadAccess): RunSlowRead =>
    (read, of) =>
      inTurn(of?.accountId, () => read(reads))
  return { slowly: slowlyFrom(replica), freshly: slowlyFrom(primary) }
}

interface Queue {
  /** The number of waiting and running reads. */
  unfinished: number
  tookMs: number
}

/** Returns the same app with all slow reads on the primary. */
export function withFreshReads<App extends SlowReads>(app: App): App {
  return { ...app, slowly: app.freshly }
}

function refuseBusy(): Refusal {
  return new Refusal('unavailable', 'Too many lists and searches are being read at the moment', { retryAfterS })
}

function refuseCrowded(waitMs: number): Refusal {
  return new Refusal('rate_limited', 'Too many lists and statistics of this account are being read', {
    retryAfterS: Math.ceil(waitMs / 1000),
  })
}
