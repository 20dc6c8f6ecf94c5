import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { eventTypesField, flagField, optionalText, requiredText, treatBlankAsAbsent } from '../../../api/fields.ts'
import { createWebhook, webhooksMax } from '../create-webhook.ts'
import { endpointFormats } from '../webhook-formats.ts'
import { webhookCreatedShape } from './webhook-answers.ts'

const formats = `is one of ${endpointFormats.join(', ')}`
export const formatField = z
  .preprocess(treatBlankAsAbsent, z.enum(endpointFormats, formats).optional())
  .meta({ title: 'EndpointFormat' })

export const languageField = z
  .preprocess(treatBlankAsAbsent, z.enum(['id', 'en'], 'is id or en').optional())
  .meta({ title: 'EndpointLanguage', description: 'Language of messages to a chat' })

const CreateEndpointBody = z.object({
  url: requiredText(2048).meta({ format: 'uri' }),
  types: eventTypesField.describe('The event types to send; if omitted, all types, including future ones'),
  description: optionalText(200),
  format: formatField.describe('Detected from the address if omitted'),
  language: languageField,
  enabled: flagField.describe('Defaults to true'),
})

/** POST /api/create-endpoint. */
export const createWebhookEndpoint = defineEndpoint({
  method: 'POST',
  path: '/create-endpoint',
  tag: 'Endpoints',
  summary: 'Create a webhook endpoint',
  description:
    "The endpoint receives events of the key's mode from now on. Its secret is returned only in this response. " +
    `At most ${webhooksMax} endpoints per mode.`,
  example: { url: 'https://shop.example/events', types: ['payment.paid', 'order.placed'] },
  scope: 'endpoints',
  input: CreateEndpointBody,
  showsSecret: true,
  answer: webhookCreatedShape,
  handle: (app, owner, input, { keyId }) => createWebhook(app, owner, input, { actor: `api key ${keyId}` }),
})
