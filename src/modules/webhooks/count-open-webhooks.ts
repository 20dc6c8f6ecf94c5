import type { Needs } from '../../needs.ts'
import { OwedEvent } from './owed-event.ts'
import { WebhookEndpoint } from './webhook.ts'
import { WebhookDelivery } from './webhook-delivery.ts'

/**
 * Counts the webhooks that would receive no more events, and the events that they have yet to receive. While the module
 * is disabled no event is planned, so an enabled webhook can be owed none.
 */
export async function countOpenWebhooks(app: Needs<'em'>): Promise<Record<string, number>> {
  const em = app.em('installation')
  return {
    'endpoints that are switched on': await em.count(WebhookEndpoint, { disabledAt: null, deletedAt: null }),
    'owed events': await em.count(OwedEvent),
    'deliveries that wait': await em.count(WebhookDelivery, { state: 'pending' }),
  }
}
