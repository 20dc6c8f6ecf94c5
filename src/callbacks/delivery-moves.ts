import type { Tx } from '../database/transaction.ts'
import { updateInOrder } from '../database/update-in-order.ts'
import type { Sql } from '../lib/sql.ts'
import type { AttemptedDelivery } from './attempted-delivery.ts'
import type { CallbackEndpoint } from './callback-endpoint.ts'
import { markSql } from './deliver-callbacks-sql.ts'
import { Delivery } from './delivery.ts'
import { makeOutcomeRow } from './leased-sql.ts'
import type { DeliveryState } from './retry-schedule.ts'

// All transitions of a delivery. It is stored as pending, or as paused if its endpoint is disabled (plan-callbacks,
// redeliver, send-test-callback), and leased (deliver-callbacks). Then pending -> delivered, exhausted, blocked or
// stopped, or pending for a later attempt; pending -> paused. The other states are final: sending again creates another
// delivery.

/** An attempt and the resulting state of its delivery. */
export type AttemptMark = AttemptedDelivery & DeliveryState

/** pending -> the outcome of each attempt, guarded by its lease. Returns the ids of the updated deliveries. */
export async function markAttempted(sql: Sql, marks: AttemptMark[], now: Date): Promise<Set<number>> {
  const outcome = marks.map(({ delivery, outcome, ...after }) => ({
    ...makeOutcomeRow(delivery, outcome, after),
    month: delivery.month,
  }))
  const rows = await sql.query(markSql, { outcome, now })
  return new Set(rows.map(row => row.id))
}

/** pending -> paused, for all waiting deliveries of these endpoints. Running attempts are allowed to finish. */
export async function pauseWaitingDeliveries(tx: Tx, endpoints: CallbackEndpoint[]): Promise<void> {
  const waiting = endpoints.map(({ account, origin }) => ({ account: account.id, origin }))
  await updateInOrder(tx, Delivery, { $or: waiting, state: 'pending', leaseToken: null }, { state: 'paused' })
}
