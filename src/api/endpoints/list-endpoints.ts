import { z } from 'zod'
import { listEndpoints } from '../../callbacks/endpoints/list-endpoints.ts'
import { endpoint } from '../endpoint.ts'

/** GET /api/list-endpoints. */
export const listEndpointsEndpoint = endpoint({
  method: 'GET',
  path: '/list-endpoints',
  tag: 'Endpoints',
  summary: 'Your endpoints, with the public keys that check signatures `v1a`',
  scope: ['read', 'endpoints'],
  input: z.object({}),
  answer: 'endpointsListed',
  handle: (app, owner) => listEndpoints(app, owner),
})
