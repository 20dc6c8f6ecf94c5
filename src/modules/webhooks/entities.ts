import { WebhookEndpoint } from './endpoint.ts'
import { WebhookAttempt } from './endpoint-attempt.ts'
import { WebhookDelivery } from './endpoint-delivery.ts'
import { WebhookEndpointSecret } from './endpoint-secret.ts'
import { OutwardEvent } from './outward-event.ts'
import { OwedEvent } from './owed-event.ts'

export const webhookEntities = [
  WebhookEndpoint,
  WebhookEndpointSecret,
  OwedEvent,
  OutwardEvent,
  WebhookDelivery,
  WebhookAttempt,
] as const
