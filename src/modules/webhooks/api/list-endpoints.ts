import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { listEndpoints } from '../list-endpoints.ts'
import { endpointsListed } from './endpoint-answers.ts'

/** GET /api/list-endpoints. */
export const listEndpointsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/list-endpoints',
  tag: 'Endpoints',
  summary: 'Your endpoints, with the public keys that check signatures `v1a`',
  scope: ['read', 'endpoints'],
  input: z.object({}),
  answer: endpointsListed,
  handle: (app, owner) => listEndpoints(app, owner),
})
