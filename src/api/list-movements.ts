import { listMovements } from '../books/list-movements.ts'
import { defineListEndpoint } from './list-endpoint.ts'

/** GET /api/list-movements: the books, whose lines never change. */
export const listMovementsEndpoint = defineListEndpoint({
  path: '/list-movements',
  tag: 'Money',
  summary: 'The books, newest first',
  example: { limit: 5 },
  scope: ['read', 'money'],
  answer: 'movementsListed',
  filters: {},
  read: listMovements,
})
