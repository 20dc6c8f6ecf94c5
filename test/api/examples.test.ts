import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { detailed } from '../../src/api/dialects/detailed.ts'
import { simple } from '../../src/api/dialects/simple.ts'
import type { Endpoint } from '../../src/api/endpoint.ts'
import { endpoints } from '../../src/api/index.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create } from '../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop({ ownCodes: true })
})

afterAll(() => shop.close())

/** What an example of the documents names, as it is in this shop. */
async function exampleOf({ path, example = {} }: Endpoint): Promise<Record<string, unknown>> {
  const given = structuredClone(example)
  if ('invoice' in given) given.invoice = (await create(shop)).invoice_id
  if ('transfer_id' in given) given.transfer_id = await transferInReview()
  if (path === '/redeliver') await create(shop)
  return given
}

async function transferInReview(): Promise<number> {
  const { invoice_id } = await create(shop)
  await shop.api('/simulate-payment', { body: { invoice: invoice_id, simulation: 'twice' } })
  return (await shop.api('/list-transfers?state=review')).body.data[0].transfer_id
}

const needsMore: Record<string, string> = {
  '/request-withdrawal': 'a live balance: test/payments/withdrawals.test.ts',
  '/msgstore-complete': 'an order: test/spec/orders.test.ts',
  '/qris-convert': 'a picture or a code of its own: test/api/qris.test.ts',
}

const withExample = endpoints.filter(({ path, takesUpload }) => !takesUpload && !(path in needsMore))

test.each(withExample.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'the example of %s works as it is documented, in both dialects',
  async (_name, endpoint) => {
    if (endpoint.method === 'POST') expect(endpoint.example, 'a POST has an example').toBeDefined()
    for (const [dialect, answers] of Object.entries({ detailed, simple })) {
      const example = await exampleOf(endpoint)
      const query = new URLSearchParams(example as Record<string, string>)
      const headers = { 'X-API-Variant': dialect }
      const answer =
        endpoint.method === 'GET'
          ? await shop.api(`${endpoint.path}?${query}`, { headers })
          : await shop.api(endpoint.path, { headers, body: example })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const read = strict(answers[endpoint.answer].schema).safeParse(answer.body)
      expect(read.error?.issues ?? []).toEqual([])
    }
  },
)

// A field that the document does not know is as wrong as one that is missing.
function strict(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodObject ? z.strictObject(schema.shape) : schema
}
