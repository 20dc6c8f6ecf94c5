import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { requiredId } from '../../../api/fields.ts'
import { deleteWebhook } from '../delete-webhook.ts'
import { webhookDeletedShape } from './webhook-answers.ts'

const DeleteEndpointBody = z.object({ endpoint_id: requiredId('is the id of an endpoint') })

/** POST /api/delete-endpoint. */
export const deleteWebhookEndpoint = defineEndpoint({
  method: 'POST',
  path: '/delete-endpoint',
  tag: 'Endpoints',
  summary: 'Delete a webhook endpoint',
  description: 'Deliveries in progress are finished; waiting deliveries are no longer sent.',
  example: { endpoint_id: 'EP-7F3KQ2M9XDVW4T6RB' },
  scope: 'endpoints',
  input: DeleteEndpointBody,
  answer: webhookDeletedShape,
  async handle(app, owner, { endpoint_id }, { keyId }) {
    await deleteWebhook(app, owner, endpoint_id, { actor: `api key ${keyId}` })
    return { endpointId: endpoint_id }
  },
})
