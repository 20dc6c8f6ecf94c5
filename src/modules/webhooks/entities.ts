import { OutwardEvent } from './outward-event.ts'
import { OwedEvent } from './owed-event.ts'
import { WebhookEndpoint } from './webhook.ts'
import { WebhookAttempt } from './webhook-attempt.ts'
import { WebhookDelivery } from './webhook-delivery.ts'
import { WebhookEndpointSecret } from './webhook-secret.ts'

export const webhookEntities = [
  WebhookEndpoint,
  WebhookEndpointSecret,
  OwedEvent,
  OutwardEvent,
  WebhookDelivery,
  WebhookAttempt,
] as const
