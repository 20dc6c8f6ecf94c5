import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { eventTypesField, flagField, optionalText, requiredText, treatBlankAsAbsent } from '../../../api/fields.ts'
import { endpointFormats } from '../../../events/outward-endpoint.ts'
import { createWebhook, webhooksMax } from '../create-webhook.ts'
import { webhookCreatedShape } from './webhook-answers.ts'

const formats = `is one of ${endpointFormats.join(', ')}`
export const formatField = z
  .preprocess(treatBlankAsAbsent, z.enum(endpointFormats, formats).optional())
  .meta({ title: 'EndpointFormat' })

export const languageField = z
  .preprocess(treatBlankAsAbsent, z.enum(['id', 'en'], 'is id or en').optional())
  .meta({ title: 'EndpointLanguage', description: 'Of the sentences to a chat' })

const CreateEndpointBody = z.object({
  url: requiredText(2048).meta({ format: 'uri' }),
  types: eventTypesField.describe('Which types it wants; without it all, those to come too'),
  description: optionalText(200),
  format: formatField.describe('Recognised from the address where it is left out'),
  language: languageField,
  enabled: flagField.describe('True where it is left out'),
})

/** POST /api/create-endpoint. */
export const createWebhookEndpoint = defineEndpoint({
  method: 'POST',
  path: '/create-endpoint',
  tag: 'Endpoints',
  summary: 'Make an endpoint',
  description:
    'It is sent what happens in the mode of the key from now on. Its secret is shown in this answer alone. ' +
    `At most ${webhooksMax} for each mode.`,
  example: { url: 'https://shop.example/events', types: ['payment.paid', 'order.placed'] },
  scope: 'endpoints',
  input: CreateEndpointBody,
  showsSecret: true,
  answer: webhookCreatedShape,
  handle: (app, owner, input, { keyId }) => createWebhook(app, owner, input, { actor: `api key ${keyId}` }),
})
