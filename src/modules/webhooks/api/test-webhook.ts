import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { requiredId } from '../../../api/fields.ts'
import { sendExample } from '../send-example.ts'
import { exampleSentShape } from './webhook-answers.ts'

const TestEndpointBody = z.object({
  endpoint_id: requiredId('is the id of an endpoint'),
  type: requiredId('is a type of event'),
})

/** POST /api/test-endpoint. */
export const testWebhookEndpoint = defineEndpoint({
  method: 'POST',
  path: '/test-endpoint',
  tag: 'Endpoints',
  summary: 'Send a sample event to a webhook endpoint',
  description: 'Signed like any event and marked with `X-Webhook-Test: 1`; one attempt, which list-deliveries shows.',
  example: { endpoint_id: 'EP-7F3KQ2M9XDVW4T6RB', type: 'order.placed' },
  scope: 'endpoints',
  input: TestEndpointBody,
  answer: exampleSentShape,
  async handle(app, owner, { endpoint_id, type }, { keyId }) {
    const asked = { endpointId: endpoint_id, type, by: `api key ${keyId}` }
    return { deliveryId: await sendExample(app, owner, asked) }
  },
})
