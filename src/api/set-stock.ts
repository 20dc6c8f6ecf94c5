import { z } from 'zod'
import { setStock, stockMax } from '../catalog/stock/set-stock.ts'
import { defineEndpoint } from './endpoint.ts'
import { optionalText, requiredId, wholeNumber } from './fields.ts'

const SetStockBody = z.object({
  product: requiredId('is the key of a product, as list-stock lists it'),
  variant: optionalText(64).describe("The variant's key; optional if the product has only one variant"),
  available: wholeNumber(0, stockMax).describe('The number that can be ordered from now on'),
  delta: wholeNumber(-stockMax, stockMax).describe(
    'Instead of available: the number to add, or to subtract if negative',
  ),
})

/** POST /api/set-stock: the merchant's server sets the quantity of a product. */
export const setStockEndpoint = defineEndpoint({
  method: 'POST',
  path: '/set-stock',
  tag: 'Stock',
  summary: 'Set the stock of a variant',
  description:
    'For variants with counted stock, and for units that your server provides (docs/stock-webhook.md). Units ' +
    'reserved by unpaid orders are not included. Each mode has its own stock: a test key sets the stock for test ' +
    'orders.',
  example: { product: 'kopi-susu', variant: 'besar', available: 40 },
  scope: 'orders',
  input: SetStockBody,
  answer: 'stockSet',
  handle: (app, { accountId, mode }, input, { keyId }) =>
    setStock(app, { accountId, mode, actor: `api key ${keyId}` }, input),
})
