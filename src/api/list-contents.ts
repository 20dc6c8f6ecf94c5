import { listContents } from '../goods/list-contents.ts'
import { defineEndpoint } from './endpoint.ts'
import { GoodsQuery } from './fields.ts'

/** GET /api/list-contents (contract 4.3). */
export const listContentsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/list-contents',
  tag: 'Digital products',
  summary: 'Hidden content',
  example: { active_only: true },
  scope: ['read', 'payments'],
  input: GoodsQuery,
  answer: 'contentsListed',
  handle: (app, standing, { active_only }) => listContents(app, standing.accountId, { activeOnly: active_only }),
})
