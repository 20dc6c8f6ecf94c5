import { z } from 'zod'
import { listStock } from '../catalog/list-stock.ts'
import { endpoint } from './endpoint.ts'
import { queryNumber, text } from './fields.ts'

const ListStockQuery = z.object({
  product: text(64).describe('The variants of the product with this key'),
  barcode: text(48).describe('The variants with this barcode'),
  page: queryNumber(1, 1_000_000, 1),
  limit: queryNumber(1, 100, 20),
})

/**
 * GET /api/list-stock: what the shop sells and how many there are in the key's mode, with the keys that set-stock
 * takes.
 */
export const listStockEndpoint = endpoint({
  method: 'GET',
  path: '/list-stock',
  tag: 'Stock',
  summary: 'What the shop sells, and how many there are',
  description: 'What is sold is the same in both modes; how many there are is of the mode of the key.',
  example: { limit: 5 },
  scope: ['read', 'orders'],
  input: ListStockQuery,
  answer: 'stockListed',
  handle: async (app, { accountId, mode }, asked) => ({
    ...(await listStock(app, { accountId, mode }, asked)),
    ...asked,
  }),
})
