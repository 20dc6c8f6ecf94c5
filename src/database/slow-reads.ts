import type { EntityManager } from '@mikro-orm/postgresql'
import { createFairLanes } from '../lib/fair-lanes.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Sql } from '../lib/sql.ts'
import type { Scope } from './scope.ts'
import type { Transact } from './transaction.ts'

/** Where slow reads look: a replica that may be some moments behind, or the database itself. */
export interface Reads {
  em(scope: Scope): EntityManager
  sql: Pick<Sql, 'query'>
  /** Several reads of one connection: behind a proxy each connection may lead to another replica. */
  transaction: Transact
}

/**
 * Runs a read that may take long (a list, a search, statistics) when there is room for one more of them. A read that
 * may be some moments old looks through the `Reads` that it is given; one that must see what was just written does not.
 */
export type Slowly = <Result>(
  read: (reads: Reads) => Promise<Result>,
  /** Whose it is: accounts take turns, and none has more than half of the room. */
  of?: { accountId: number },
) => Promise<Result>

export interface SlowReads {
  slowly: Slowly
  /** The same, always from the primary: for people who must find what they have just changed. */
  freshly: Slowly
}

const share = 0.25
const waitingMaxPerRead = 50
const waitMaxMs = 10_000
const retryAfterS = 2

/**
 * Gives slow reads a quarter of the pool, so that however many there are, money finds a connection. Refuses
 * `unavailable` when too many wait already, or when one has waited too long.
 */
export function slowReads(
  poolMax: number,
  { primary, replica = primary }: { primary: Reads; replica?: Reads },
): SlowReads {
  const readsMax = Math.max(1, Math.floor(poolMax * share))
  const waitingMax = readsMax * waitingMaxPerRead
  const lanes = createFairLanes({
    width: readsMax,
    perKeyMax: Math.max(1, Math.floor(readsMax / 2)),
    waitingPerKeyMax: waitingMax,
    waitingMax,
    refusal: busy,
  })
  const slowlyFrom =
    (reads: Reads): Slowly =>
    async (read, of) => {
      const askedAt = performance.now()
      // A read of nobody's has a lane to itself.
      return lanes.run(of?.accountId ?? {}, async () => {
        if (performance.now() - askedAt > waitMaxMs) throw busy()
        return read(reads)
      })
    }
  return { slowly: slowlyFrom(replica), freshly: slowlyFrom(primary) }
}

/** The same app, whose slow reads all look at the primary. */
export function withFreshReads<App extends SlowReads>(app: App): App {
  return { ...app, slowly: app.freshly }
}

function busy(): Refusal {
  return new Refusal('unavailable', 'Too many lists and searches are being read at the moment', { retryAfterS })
}
