import { listImages } from '../goods/list-images.ts'
import { defineEndpoint } from './endpoint.ts'
import { GoodsQuery } from './fields.ts'

/** GET /api/list-images (contract 4.3). */
export const listImagesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/list-images',
  tag: 'Digital products',
  summary: 'Product images',
  example: { active_only: true },
  scope: ['read', 'payments'],
  input: GoodsQuery,
  answer: 'imagesListed',
  handle: (app, standing, { active_only }) => listImages(app, standing.accountId, { activeOnly: active_only }),
})
