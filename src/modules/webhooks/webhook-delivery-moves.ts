import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '../../database/transaction.ts'
import { updateInOrder } from '../../database/update-in-order.ts'
import type { Sql } from '../../lib/sql.ts'
import { type EventOutcome, markEventsSql } from './deliver-events-sql.ts'
import { WebhookDelivery } from './webhook-delivery.ts'

// All transitions of a delivery to a webhook. It is stored as pending (plan-deliveries, resend-deliveries,
// send-example), and leased (deliver-events). Then pending -> delivered, exhausted or blocked, or pending for a later
// attempt; pending <-> paused with its webhook; pending or paused -> stopped. The other states are final: sending again
// creates another delivery. A running delivery ends with its attempt, whatever happens to its webhook.

/**
 * pending -> the outcomes of the attempts, each guarded by its lease. Returns the updated ones by id, with whether
 * their webhook has more to receive.
 */
export async function markSent(sql: Sql, outcome: EventOutcome[], now: Date): Promise<Map<number, boolean>> {
  const rows = await sql.query(markEventsSql, { outcome, now })
  return new Map(rows.map(({ id, has_more }) => [id, has_more]))
}

/** pending -> paused, of all that wait for a disabled webhook. */
export async function pauseSending(tx: Tx, endpoint: string): Promise<void> {
  await updateInOrder(tx, WebhookDelivery, { endpoint, state: 'pending', leaseToken: null }, { state: 'paused' })
}

/** paused -> pending, of all that waited for a webhook to be enabled. */
export async function resumeSending(tx: Tx, endpoint: string, now: Date): Promise<void> {
  await updateInOrder(tx, WebhookDelivery, { endpoint, state: 'paused' }, { state: 'pending', nextAt: now })
}

/** pending or paused -> stopped, of all that wait for a deleted webhook. */
export async function stopSending(tx: Tx, endpoint: string): Promise<void> {
  const waiting = { endpoint, state: { $in: ['pending', 'paused'] as const }, leaseToken: null }
  await updateInOrder(tx, WebhookDelivery, waiting, { state: 'stopped' })
}

/** Marks a finished delivery as erased; returns false if it has yet to be sent. */
export async function markErased(em: EntityManager, id: number, now: Date): Promise<boolean> {
  const ended = { state: { $in: ['delivered', 'exhausted', 'blocked', 'stopped'] as const } }
  return (await em.nativeUpdate(WebhookDelivery, { id, ...ended }, { erasedAt: now })) === 1
}
