import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { requiredNumberField } from '../../../api/fields.ts'
import { eraseDelivery } from '../erase-delivery.ts'
import { deliveryErasedShape } from './webhook-answers.ts'

/** POST /api/erase-delivery. */
export const eraseDeliveryEndpoint = defineEndpoint({
  method: 'POST',
  path: '/erase-delivery',
  tag: 'Endpoints',
  summary: 'Erase the content of a delivery and its responses',
  description:
    "The record that it was sent, and when, is kept. The event's body is erased with the last of its deliveries.",
  example: { delivery_id: 12 },
  scope: 'endpoints',
  input: z.object({ delivery_id: requiredNumberField }),
  answer: deliveryErasedShape,
  async handle(app, owner, { delivery_id }, { keyId }) {
    await eraseDelivery(app, owner, delivery_id, { actor: `api key ${keyId}` })
    return { deliveryId: delivery_id }
  },
})
