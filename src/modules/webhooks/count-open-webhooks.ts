import type { Needs } from '../../needs.ts'
import { OwedEvent } from './owed-event.ts'
import { WebhookEndpoint } from './webhook.ts'
import { WebhookDelivery } from './webhook-delivery.ts'

/**
 * Counts the endpoints that would receive no more events, and the events that they are still owed. While it is off no
 * event is planned, so none can be owed to an endpoint that is switched on.
 */
export async function countOpenWebhooks(app: Needs<'em'>): Promise<Record<string, number>> {
  const em = app.em('installation')
  return {
    'endpoints that are switched on': await em.count(WebhookEndpoint, { disabledAt: null, deletedAt: null }),
    'owed events': await em.count(OwedEvent),
    'deliveries that wait': await em.count(WebhookDelivery, { state: 'pending' }),
  }
}
