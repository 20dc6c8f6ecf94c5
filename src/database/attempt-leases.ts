import { createKeeperPerDatabase, createLeaseKeeper } from '../lib/lease-keeper.ts'
import { statement } from '../lib/statement.ts'
import type { Needs } from '../needs.ts'
import { insistOnRecord, isDatabaseUnavailable } from './insist-on-record.ts'

type LeaseNeeds = Needs<'sql' | 'log'>

/** The tables whose rows are claimed by counting their attempts: an outcome counts only for the newest attempt. */
type AttemptedTable = 'alert' | 'customer_mail' | 'kitchen_ticket'

/** A row as it was before it was claimed. */
interface Claimed {
  id: number
  attempts: number
}

export interface AttemptLeases {
  /** Extends leases, named `id attempts`. Returns the names of those that are still held. */
  renew(app: LeaseNeeds, names: string[]): Promise<string[]>
  /**
   * Works on a claimed row and records the outcome, both under its lease. An outcome is recorded again while the
   * database is away. If the database is away before there is an outcome, the row is due again once it is back. Other
   * errors are thrown, and the lease runs out.
   */
  work<Outcome>(
    app: LeaseNeeds,
    row: Claimed,
    act: { do(): Promise<Outcome>; record(outcome: Outcome): Promise<void> },
  ): Promise<void>
}

/** Short and renewed, so that a row whose process was killed does not wait long. */
export const attemptLeaseS = 15
const renewEveryMs = 5_000
// Longer than the lease, because nothing else records that the message was sent.
const giveUpAfterS = 60

/** Leases of rows that are claimed by counting their attempts, and have no holder that the heartbeat could free. */
export function createAttemptLeases(table: AttemptedTable): AttemptLeases {
  const renewSql = statement<{ names: string[]; leaseS: number }, { name: string }>(`
    update ${table} t set leased_until = now() + make_interval(secs => :leaseS)
    from (
      select split_part(name, ' ', 1)::bigint as id, split_part(name, ' ', 2)::smallint as attempts
      from unnest(:names::text[]) as name) held
    where t.id = held.id and t.attempts = held.attempts and t.state = 'pending'
    returning t.id || ' ' || t.attempts as name`)
  const giveBackSql = statement<Claimed>(`
    update ${table} set leased_until = '-infinity' where id = :id and attempts = :attempts and state = 'pending'`)
  const renew = async ({ sql }: LeaseNeeds, names: string[]) =>
    (await sql.query(renewSql, { names, leaseS: attemptLeaseS })).map(({ name }) => name)
  const keeperFor = createKeeperPerDatabase((app: LeaseNeeds) =>
    createLeaseKeeper({
      everyMs: renewEveryMs,
      renew: names => renew(app, names),
      log: app.log,
      failure: `the leases of rows of ${table} could not be renewed`,
    }),
  )
  return {
    renew,
    async work(app, row, act) {
      const { id } = row
      const attempts = row.attempts + 1
      const lease = keeperFor(app).hold(`${id} ${attempts}`)
      try {
        const outcome = await act.do()
        await insistOnRecord(giveUpAfterS, () => act.record(outcome))
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error
        await insistOnRecord(giveUpAfterS, () => app.sql.write(giveBackSql, { id, attempts }))
      } finally {
        lease.release()
      }
    },
  }
}
