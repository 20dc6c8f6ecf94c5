import { Endpoint } from './endpoint.ts'
import { EndpointAttempt } from './endpoint-attempt.ts'
import { EndpointDelivery } from './endpoint-delivery.ts'
import { EndpointSecret } from './endpoint-secret.ts'
import { OutwardEvent } from './outward-event.ts'
import { OwedEvent } from './owed-event.ts'

export const webhookEntities = [
  Endpoint,
  EndpointSecret,
  OwedEvent,
  OutwardEvent,
  EndpointDelivery,
  EndpointAttempt,
] as const
