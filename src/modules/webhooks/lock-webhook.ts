import type { Tx } from '../../database/transaction.ts'
import { notFound } from '../../lib/refusal.ts'
import { lockInOrderSql } from './deliver-events-sql.ts'
import { WebhookEndpoint } from './webhook.ts'

/** Locks and returns a webhook of the transaction's account and mode. Refuses `not_found`. */
export async function lockWebhook(tx: Tx, endpointId: string): Promise<WebhookEndpoint> {
  await tx.query(lockInOrderSql, { ids: [endpointId] })
  const found = await tx.em.findOne(WebhookEndpoint, { id: endpointId, deletedAt: null }, { refresh: true })
  if (!found) throw notFound('endpoint')
  return found
}
