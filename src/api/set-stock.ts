import { z } from 'zod'
import { setStock, stockMax } from '../catalog/stock/set-stock.ts'
import { defineEndpoint } from './endpoint.ts'
import { optionalText, requiredId, wholeNumber } from './fields.ts'

const SetStockBody = z.object({
  product: requiredId('is the key of a product, as list-stock lists it'),
  variant: optionalText(64).describe('Its key; needless where the product has only one'),
  available: wholeNumber(0, stockMax).describe('How many can be ordered from now on'),
  delta: wholeNumber(-stockMax, stockMax).describe('Instead of available: so many more, or less'),
})

/** POST /api/set-stock: the merchant's server sets the quantity of a product. */
export const setStockEndpoint = defineEndpoint({
  method: 'POST',
  path: '/set-stock',
  tag: 'Stock',
  summary: 'Say how many there are',
  description:
    'For variants that are kept by number, and for units of your server (docs/stock-webhook.md). What unpaid ' +
    'orders hold is not among them. Stock is kept for each mode: a test key sets that of test orders.',
  example: { product: 'kopi-susu', variant: 'besar', available: 40 },
  scope: 'orders',
  input: SetStockBody,
  answer: 'stockSet',
  handle: (app, { accountId, mode }, input, { keyId }) =>
    setStock(app, { accountId, mode, actor: `api key ${keyId}` }, input),
})
