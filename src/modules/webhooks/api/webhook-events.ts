import { type OutwardRows, outwardRow } from '../../../api/dialects/outward-row.ts'
import { showValue as text } from '../../../callbacks/outward/event-words.ts'
import type { WebhookEvents } from '../webhook-words.ts'
import { EndpointShape, presentEndpoint } from './webhook-shape.ts'

/** The events of webhooks themselves, which the other webhooks of the account receive. The example is invented. */
export const webhookEvents: OutwardRows<keyof WebhookEvents> = {
  'endpoint.disabled': outwardRow(EndpointShape, (endpoint, _, app) => presentEndpoint(endpoint, app), {
    example: {
      endpoint_id: 'EP-7F3KQ2M9XDVW4T6RB',
      url: 'https://shop.example/events',
      format: 'json',
      language: 'id',
      description: null,
      types: ['payment.paid'],
      enabled: false,
      disabled_at: '2026-11-21 14:20:00',
      disabled_reason: 'failing',
      disabled_by: null,
      failing_since: '2026-11-16 14:20:00',
      public_key: 'whpk_7Kx0Ck0d6lX9q1y4n8sUQm3wq0o1m2c5vYt7b9aZ4eE=',
      created_at: '2026-11-01 08:00:00',
    },
    title: { id: 'Webhook dimatikan', en: 'Webhook disabled' },
    sentence: {
      id: d => `Endpoint dimatikan: ${text(d.description ?? d.url)}`,
      en: d => `Endpoint switched off: ${text(d.description ?? d.url)}`,
    },
  }),
}
