import { expect, test } from 'vitest'
import { postUnitRequest } from '../../src/callbacks/post-unit-request.ts'
import type { OutboundOptions } from '../../src/lib/outbound.ts'
import type { DueRequest } from '../../src/orders/unit-request.ts'
import { createTestConfig } from '../kit/config.ts'

const request = {
  url: 'https://stock.example/units',
  key: 'request-7',
  mode: 'test',
  order: { orderNumber: 'ORD-260101-000007' },
  item: {
    quantity: 2,
    price: 15_000,
    variant: { key: 'month', product: { key: 'key' } },
    name: () => 'Key, month',
  },
} as unknown as DueRequest

/** Returns the interpretation of an answer, and what was sent for it. */
async function answered(status: number, body: unknown = '') {
  const sent: OutboundOptions[] = []
  const outbound = {
    async fetch(_address: string, options: OutboundOptions = {}) {
      sent.push(options)
      return { status, headers: {}, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }
    },
  }
  const answer = await postUnitRequest({ outbound, config: createTestConfig({}) }, request, ['whsec_AAAA'])
  return { answer, sent: sent[0]! }
}

test.each([404, 409, 410])('a response of %i means that the server has no units left', async status => {
  expect((await answered(status)).answer).toEqual({ is: 'none', error: expect.stringContaining(`answered ${status}`) })
})

test.each([201, 204, 302, 400, 408, 411, 429, 500])(
  'a response of %i is inconclusive, and the server is asked again',
  async status => {
    const { answer } = await answered(status, { units: ['A', 'B'] })
    expect(answer).toEqual({ is: 'doubt', error: `the server answered ${status}` })
  },
)

test('units must be as many as requested and all different, and their surrounding spaces are removed', async () => {
  const said = async (body: unknown) => (await answered(200, body)).answer
  expect(await said({ units: [' A ', 'B'] })).toEqual({ is: 'units', units: ['A', 'B'] })
  for (const units of [['A'], ['A', 'B', 'C'], ['A', ' A']]) {
    const count = new Set(units.map(unit => unit.trim())).size
    const error = `the answer had ${count} different units for 2`
    expect(await said({ units }), units.join()).toEqual({ is: 'doubt', error })
  }
  for (const wrong of ['', '[]', { units: 'A' }, { units: ['A', ''] }, { units: ['A', 'B\nC'] }, { units: [1, 2] }]) {
    expect(await said(wrong)).toEqual({ is: 'doubt', error: 'the answer was not {"units": ["…"]}' })
  }
})

test('the request names the requested units and their order, under one key', async () => {
  const { sent } = await answered(500)
  expect(sent).toMatchObject({ method: 'POST', timeoutMs: 15_000, responseBytesMax: 524_288 })
  expect(sent.headers).toMatchObject({
    'Content-Type': 'application/json',
    'Idempotency-Key': 'request-7',
    'X-Webhook-Event': 'stock.requested',
    'webhook-id': 'request-7',
  })
  expect(JSON.parse(sent.body!)).toEqual({
    event: 'stock.requested',
    idempotency_key: 'request-7',
    order_number: 'ORD-260101-000007',
    product: 'key',
    variant: 'month',
    name: 'Key, month',
    quantity: 2,
    price: 15_000,
    is_test: true,
    timestamp: expect.any(Number),
  })
})
