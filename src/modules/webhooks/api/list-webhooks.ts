import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { listWebhooks } from '../list-webhooks.ts'
import { webhooksListedShape } from './webhook-answers.ts'

/** GET /api/list-endpoints. */
export const listWebhooksEndpoint = defineEndpoint({
  method: 'GET',
  path: '/list-endpoints',
  tag: 'Endpoints',
  summary: 'Your webhook endpoints, with the public keys to verify `v1a` signatures',
  scope: ['read', 'endpoints'],
  input: z.object({}),
  answer: webhooksListedShape,
  handle: (app, owner) => listWebhooks(app, owner),
})
