import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { endpoints } from '../kit/parts.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})

afterAll(() => shop.close())

const rupiah = 'is a whole number of rupiah, written as a number: 15000'
const metadata = 'is an object of texts, such as {"table": "7"}'
const payment = 'is the id of a payment, as create-payment answers it'
const method = 'is the id of a method, as get-payment-methods lists them'
const transfer = 'is a whole number from 1'
const day = 'is a day that exists, YYYY-MM-DD'

describe('a refusal names the field, the mistake and the valid values', () => {
  test.each([
    ['/create-payment', {}, 'amount', 'is required'],
    ['/create-payment', { amount: null }, 'amount', 'is required'],
    ['/create-payment', { amount: '' }, 'amount', 'is required'],
    ['/create-payment', { amount: '15000' }, 'amount', rupiah],
    ['/create-payment', { amount: [15_000] }, 'amount', rupiah],
    ['/create-payment', { amount: 15_000.5 }, 'amount', rupiah],
    ['/create-payment', { amount: 1e300 }, 'amount', rupiah],
    ['/create-payment', { amount: 15_000, metadata: 'table 7' }, 'metadata', metadata],
    ['/create-payment', { amount: 15_000, payment_method: 'x'.repeat(40) }, 'payment_method', method],
    ['/create-payment', { amount: 15_000, file_id: 0 }, 'file_id', transfer],
    ['/cancel-payment', { invoice: null }, 'invoice', 'is required'],
    ['/cancel-payment', { invoice: 12 }, 'invoice', payment],
    ['/cancel-payment', { invoice: ['INV-1'] }, 'invoice', payment],
    ['/cancel-payment', { invoice: 'x'.repeat(65) }, 'invoice', payment],
    ['/review-transfer', { action: 'ignore' }, 'transfer_id', 'is required'],
    ['/review-transfer', { action: 'ignore', transfer_id: '12' }, 'transfer_id', transfer],
    ['/review-transfer', { action: 'ignore', transfer_id: -1 }, 'transfer_id', transfer],
    ['/redeliver', { start_date: '2026-02-30' }, 'start_date', day],
    ['/redeliver', { start_date: 'yesterday morning' }, 'start_date', day],
    ['/redeliver', { failed: true, end_date: '2026-02-03' }, 'end_date', 'is given with start_date alone'],
    ['/upload-content', { title: 7, body: 'x' }, 'title', 'is text'],
    ['/upload-content', { body: 'x' }, 'title', 'is required'],
  ])('POST %s with %j is refused: %s %s', async (path, body, field, error) => {
    const answer = await shop.api(path, { body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', fields: [{ path: field, error }] } })
    expect(answer.body.error).toBe(`${field}: ${error}`)
  })

  test('null and an empty text count as omitted in optional fields', async () => {
    const { invoice_id } = (await shop.api('/create-payment', { body: { amount: 15_000, payment_method: null } })).body
      .data
    const answer = await shop.api('/simulate-payment', { body: { invoice: invoice_id, simulation: null } })
    expect([200, 409]).toContain(answer.status)
  })

  test.each([
    ['test', 'demo'],
    ['live', 'live'],
  ] as const)('an unknown id is not found in %s mode', async (mode, name) => {
    const answer = await shop.api('/check-payment?invoice=INV-1', { key: shop.keys[name] })
    expect(answer).toMatchObject({
      status: 404,
      body: { error: `There is no such payment of this account in ${mode} mode` },
    })
  })
})

describe.each([...new Set(endpoints.map(({ path }) => path))])('%s', path => {
  const here = endpoints.filter(endpoint => endpoint.path === path).map(({ method }) => method)
  const allowed = here.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const spellings = [path, `${path}/`, `${path}.php`, `${path}.php?x=1`]
  const ask = (spelling: string, method: string, headers = {}) =>
    fetch(`${shop.url}/api${spelling}`, { method, headers: { 'x-api-key': shop.keys.demo, ...headers } })

  test('other methods get 405 with Allow, and no other site is allowed', async () => {
    const preflight = { origin: 'https://elsewhere.example', 'access-control-request-method': here[0]! }
    for (const spelling of spellings) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (allowed.includes(method)) continue
        const answer = await ask(spelling, method, preflight)
        expect([spelling, method, answer.status, answer.headers.get('allow')]).toEqual([
          ...[spelling, method, 405],
          allowed.join(', '),
        ])
        const names = [...answer.headers.keys()].filter(name => name.startsWith('access-control-'))
        expect(names).toEqual([])
      }
    }
  })

  test.runIf(here.includes('GET'))(
    'HEAD is answered like GET without a body, in any spelling of the path',
    async () => {
      for (const spelling of spellings) {
        const [get, head] = [await ask(spelling, 'GET'), await ask(spelling, 'HEAD')]
        expect([spelling, head.status, await head.text()]).toEqual([spelling, get.status, ''])
        expect(await get.json()).toHaveProperty('success')
      }
    },
  )

  test.runIf(here.includes('POST'))('POST reaches the endpoint in any spelling of its path', async () => {
    for (const spelling of spellings) {
      const answer = await ask(spelling, 'POST')
      const { code } = (await answer.json()) as { code: string }
      expect([spelling, code]).not.toEqual([spelling, 'not_found'])
    }
  })
})
