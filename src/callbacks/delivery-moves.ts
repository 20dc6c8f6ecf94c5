import type { Tx } from '../database/transaction.ts'
import { updateInOrder } from '../database/update-in-order.ts'
import type { Sql } from '../lib/sql.ts'
import type { Attempt } from './attempt.ts'
import type { CallbackEndpoint } from './callback-endpoint.ts'
import { mark } from './deliver-callbacks-sql.ts'
import { Delivery } from './delivery.ts'
import { outcomeRow } from './leased-sql.ts'
import type { AfterAttempt } from './retry-schedule.ts'

// All transitions of a delivery. It is stored as pending, or as paused if its endpoint is disabled (plan-callbacks,
// redeliver, send-test-callback), and leased (deliver-callbacks). Then pending -> delivered, exhausted, blocked or
// stopped, or pending for a later attempt; pending -> paused. The other states are final: sending again creates another
// delivery.

/** An attempt and the resulting state of its delivery. */
export type Mark = Attempt & AfterAttempt

/** pending -> the outcome of each attempt, guarded by its lease. Returns the ids of the updated deliveries. */
export async function markAttempted(sql: Sql, marks: Mark[], now: Date): Promise<Set<number>> {
  const outcome = marks.map(({ delivery, outcome, ...after }) => ({
    ...outcomeRow(delivery, outcome, after),
    month: delivery.month,
  }))
  const rows = await sql.query(mark, { outcome, now })
  return new Set(rows.map(row => row.id))
}

/** pending -> paused, for all waiting deliveries of these endpoints. Running attempts are allowed to finish. */
export async function pauseWaiting(tx: Tx, endpoints: CallbackEndpoint[]): Promise<void> {
  const waiting = endpoints.map(({ account, origin }) => ({ account: account.id, origin }))
  await updateInOrder(tx, Delivery, { $or: waiting, state: 'pending', leaseToken: null }, { state: 'paused' })
}
