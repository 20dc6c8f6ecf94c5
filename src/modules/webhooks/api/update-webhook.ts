import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { eventTypesField, flagField, optionalText, requiredId } from '../../../api/fields.ts'
import { updateWebhook } from '../update-webhook.ts'
import { formatField, languageField } from './create-webhook.ts'
import { webhookUpdatedShape } from './webhook-answers.ts'

const UpdateEndpointBody = z.object({
  endpoint_id: requiredId('is the id of an endpoint'),
  url: optionalText(2048).meta({ format: 'uri' }),
  types: eventTypesField.describe('Null for all, those to come too'),
  description: optionalText(200),
  format: formatField,
  language: languageField,
  enabled: flagField.describe(
    'False pauses it: what happens meanwhile is not planned, what waits goes on once it is true',
  ),
})

/** POST /api/update-endpoint. */
export const updateWebhookEndpoint = defineEndpoint({
  method: 'POST',
  path: '/update-endpoint',
  tag: 'Endpoints',
  summary: 'Change an endpoint, pause it or switch it on again',
  description: 'What is left out stays as it is.',
  example: { endpoint_id: 'EP-7F3KQ2M9XDVW4T6RB', types: ['payment.paid'] },
  scope: 'endpoints',
  input: UpdateEndpointBody,
  answer: webhookUpdatedShape,
  handle: (app, owner, { endpoint_id, ...change }, { keyId }) =>
    updateWebhook(app, owner, { endpointId: endpoint_id, change, by: { actor: `api key ${keyId}` } }),
})
