import { listStock } from '../catalog/stock/list-stock.ts'
import { optionalText } from './fields.ts'
import { defineListEndpoint } from './list-endpoint.ts'

/** GET /api/list-stock: the shop's products and their stock in the key's mode, with the keys that set-stock accepts. */
export const listStockEndpoint = defineListEndpoint({
  path: '/list-stock',
  tag: 'Stock',
  summary: 'What the shop sells, and how many there are',
  description: 'What is sold is the same in both modes; how many there are is of the mode of the key.',
  example: { limit: 5 },
  scope: ['read', 'orders'],
  answer: 'stockListed',
  filters: {
    product: optionalText(64).describe('The variants of the product with this key'),
    barcode: optionalText(48).describe('The variants with this barcode'),
  },
  read: (app, { accountId, mode }, query) => listStock(app, { accountId, mode }, query),
})
