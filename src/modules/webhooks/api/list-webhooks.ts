import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { listWebhooks } from '../list-webhooks.ts'
import { webhooksListedShape } from './webhook-answers.ts'

/** GET /api/list-endpoints. */
export const listWebhooksEndpoint = defineEndpoint({
  method: 'GET',
  path: '/list-endpoints',
  tag: 'Endpoints',
  summary: 'Your endpoints, with the public keys that check signatures `v1a`',
  scope: ['read', 'endpoints'],
  input: z.object({}),
  answer: webhooksListedShape,
  handle: (app, owner) => listWebhooks(app, owner),
})
