import { CallbackEndpoint } from './callback-endpoint.ts'
import { Delivery } from './delivery.ts'
import { DeliveryAttempt } from './delivery-attempt.ts'
import { Endpoint } from './endpoints/endpoint.ts'
import { EndpointAttempt } from './endpoints/endpoint-attempt.ts'
import { EndpointDelivery } from './endpoints/endpoint-delivery.ts'
import { EndpointSecret } from './endpoints/endpoint-secret.ts'
import { OutwardEvent } from './endpoints/outward-event.ts'
import { OwedEvent } from './endpoints/owed-event.ts'

export const callbackEntities = [
  Delivery,
  DeliveryAttempt,
  CallbackEndpoint,
  Endpoint,
  EndpointSecret,
  OwedEvent,
  OutwardEvent,
  EndpointDelivery,
  EndpointAttempt,
] as const
