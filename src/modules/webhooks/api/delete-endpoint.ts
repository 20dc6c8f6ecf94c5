import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { requiredId } from '../../../api/fields.ts'
import { deleteEndpoint } from '../delete-endpoint.ts'
import { endpointDeleted } from './endpoint-answers.ts'

const DeleteEndpointBody = z.object({ endpoint_id: requiredId('is the id of an endpoint') })

/** POST /api/delete-endpoint. */
export const deleteEndpointEndpoint = defineEndpoint({
  method: 'POST',
  path: '/delete-endpoint',
  tag: 'Endpoints',
  summary: 'Remove an endpoint',
  description: 'What is under way to it ends, what waits for it is not sent any more.',
  example: { endpoint_id: 'EP-7F3KQ2M9XDVW4T6RB' },
  scope: 'endpoints',
  input: DeleteEndpointBody,
  answer: endpointDeleted,
  async handle(app, owner, { endpoint_id }, { keyId }) {
    await deleteEndpoint(app, owner, endpoint_id, { actor: `api key ${keyId}` })
    return { endpointId: endpoint_id }
  },
})
