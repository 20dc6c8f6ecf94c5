import type { OutwardSubjects } from '../../callbacks/outward/outward.ts'
import { WebhookEndpoint } from './webhook.ts'

/** How the webhook of an event about itself is found and counted. */
export const webhookSubject: OutwardSubjects<'endpoint'>['endpoint'] = {
  findKey: ({ payload }) => payload.endpointId,
  counting: { table: 'endpoint', key: 'id', type: 'text' },
  read: ({ all }, key) => all.findOne(WebhookEndpoint, key),
  countChanges: ({ sequence }) => sequence,
  page: { path: 'endpoints' },
}
