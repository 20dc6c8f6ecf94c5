import { listFiles } from '../goods/list-files.ts'
import { defineEndpoint } from './endpoint.ts'
import { GoodsQuery } from './fields.ts'

/** GET /api/list-files (contract 4.3). */
export const listFilesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/list-files',
  tag: 'Digital products',
  summary: 'Digital files',
  example: { active_only: true },
  scope: ['read', 'payments'],
  input: GoodsQuery,
  answer: 'filesListed',
  handle: (app, standing, { active_only }) => listFiles(app, standing.accountId, { activeOnly: active_only }),
})
