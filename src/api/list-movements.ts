import { z } from 'zod'
import { listMovements } from '../books/list-movements.ts'
import { endpoint } from './endpoint.ts'
import { queryNumber } from './fields.ts'

const ListMovementsQuery = z.object({ page: queryNumber(1, 1_000_000, 1), limit: queryNumber(1, 100, 20) })

/** GET /api/list-movements: the books, of which nothing is ever changed. */
export const listMovementsEndpoint = endpoint({
  method: 'GET',
  path: '/list-movements',
  tag: 'Money',
  summary: 'The books, newest first',
  example: { limit: 5 },
  scope: ['read', 'money'],
  input: ListMovementsQuery,
  answer: 'movementsListed',
  handle: async (app, standing, paging) => ({ ...(await listMovements(app, standing, paging)), ...paging }),
})
