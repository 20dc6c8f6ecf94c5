import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { eventTypesField, flagField, optionalText, requiredId } from '../../../api/fields.ts'
import { updateWebhook } from '../update-webhook.ts'
import { formatField, languageField } from './create-webhook.ts'
import { webhookUpdatedShape } from './webhook-answers.ts'

const UpdateEndpointBody = z.object({
  endpoint_id: requiredId('is the id of an endpoint'),
  url: optionalText(2048).meta({ format: 'uri' }),
  types: eventTypesField.describe('Null for all types, including future ones'),
  description: optionalText(200),
  format: formatField,
  language: languageField,
  enabled: flagField.describe(
    'False pauses it: new events are not queued for it, and waiting deliveries continue once it is true again',
  ),
})

/** POST /api/update-endpoint. */
export const updateWebhookEndpoint = defineEndpoint({
  method: 'POST',
  path: '/update-endpoint',
  tag: 'Endpoints',
  summary: 'Change, pause or re-enable a webhook endpoint',
  description: 'Omitted fields do not change.',
  example: { endpoint_id: 'EP-7F3KQ2M9XDVW4T6RB', types: ['payment.paid'] },
  scope: 'endpoints',
  input: UpdateEndpointBody,
  answer: webhookUpdatedShape,
  handle: (app, owner, { endpoint_id, ...change }, { keyId }) =>
    updateWebhook(app, owner, { endpointId: endpoint_id, change, by: { actor: `api key ${keyId}` } }),
})
