import { CallbackEndpoint } from './callback-endpoint.ts'
import { Delivery } from './delivery.ts'
import { DeliveryAttempt } from './delivery-attempt.ts'

export const callbackEntities = [Delivery, DeliveryAttempt, CallbackEndpoint] as const
