import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CodeRow } from '../../../src/connectors/simulator/code.ts'
import { pushPaidCode } from '../../../src/connectors/xendit/simulator-push.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { type Sandbox, startSandbox } from '../../sandbox/harness.ts'

// The expected values come from docs.xendit.co (Payments API 2024-11-11, webhooks, QRIS), xendit-node 7.0.0, and issues
// of xendit/xendit-php.

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(() => fault('off'))

const fault = (mode: string, operation = 'any') =>
  sandbox.call('POST', '/faults', { connector: 'xendit', operation, mode })

const key = 'xnd_development_SIMULATED'
const headersOf = (secret = key) => ({
  authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}`,
  'api-version': '2024-11-11',
})
let orders = 0
const request = (changes: object = {}) => ({
  reference_id: `order-${Date.now()}-${++orders}`,
  type: 'PAY',
  country: 'ID',
  currency: 'IDR',
  request_amount: 25_036,
  capture_method: 'AUTOMATIC',
  channel_code: 'QRIS',
  ...changes,
})
const post = (path: string, body: object, headers: Record<string, string> = headersOf()) =>
  sandbox.call('POST', `/xendit${path}`, body, headers)
const get = (path: string, headers: Record<string, string> = headersOf()) =>
  sandbox.call('GET', `/xendit${path}`, undefined, headers)
const create = async (changes: object = {}) => (await post('/v3/payment_requests', request(changes))).body

test('a payment request is answered with HTTP 201 and the code under its descriptor', async () => {
  const body = request()
  const answer = await post('/v3/payment_requests', body)
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    payment_request_id: expect.stringMatching(/^pr-[0-9a-f-]{36}$/),
    reference_id: body.reference_id,
    business_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    status: 'REQUIRES_ACTION',
    request_amount: 25_036,
    currency: 'IDR',
    channel_code: 'QRIS',
    actions: [{ type: 'PRESENT_TO_CUSTOMER', descriptor: 'QR_STRING', value: expect.stringMatching(/^000201/) }],
  })
})

test.each([
  ['a public key', 'xnd_public_development_SIMULATED'],
  ['a live key', 'xnd_production_SIMULATED'],
  ['the key of another product', 'SB-Mid-server-SIMULATED'],
])('%s is answered with 401', async (_name, secret) => {
  expect(await get('/balance', headersOf(secret))).toMatchObject({
    status: 401,
    body: { error_code: 'INVALID_API_KEY', message: expect.any(String) },
  })
})

test.each([
  ['the version', request(), { authorization: headersOf().authorization }],
  ['a reference', request({ reference_id: undefined }), headersOf()],
  ['an amount', request({ request_amount: undefined }), headersOf()],
  ['a whole amount', request({ request_amount: 1.5 }), headersOf()],
  ['an amount below the limit', request({ request_amount: 10_000_001 }), headersOf()],
  ['rupiah', request({ currency: 'USD' }), headersOf()],
  ['QRIS', request({ channel_code: 'DANA' }), headersOf()],
])('a payment request without %s is refused with 400', async (_name, body, headers) => {
  const answer = await post('/v3/payment_requests', body, headers)
  expect(answer).toMatchObject({ status: 400, body: { error_code: 'API_VALIDATION_ERROR' } })
})

// github.com/xendit/xendit-php/issues/238, and docs.xendit.co/docs/qris: 48 hours
test('an expiry in the request is refused, or accepted under the fault `takes_expiry`', async () => {
  const expires_at = new Date(sandbox.clock.now().getTime() + 600_000).toISOString()
  const body = request({ channel_properties: { expires_at } })
  expect((await post('/v3/payment_requests', body)).body).toMatchObject({
    error_code: 'API_VALIDATION_ERROR',
    errors: [{ path: 'channel_properties.expires_at' }],
  })
  await fault('takes_expiry', 'charge')
  expect((await post('/v3/payment_requests', body)).body).toMatchObject({ channel_properties: { expires_at } })
})

test('a code is paid by its simulate endpoint, and then has its capture and its payment', async () => {
  const { payment_request_id: id } = await create()
  expect(await post(`/v3/payment_requests/${id}/simulate`, { amount: 25_036 })).toMatchObject({
    status: 200,
    body: { status: 'PENDING' },
  })
  const { body } = await get(`/v3/payment_requests/${id}`)
  expect(body).toMatchObject({
    status: 'SUCCEEDED',
    latest_payment_id: expect.stringMatching(/^py-/),
    captures: [{ capture_amount: 25_036, capture_timestamp: expect.stringMatching(/Z$/) }],
  })
  expect((await get(`/v3/payments/${body.latest_payment_id}`)).body).toMatchObject({ payment_request_id: id })
})

test('the simulator cancels a code, unless it is already paid', async () => {
  const [open, paid] = [await create(), await create()]
  const cancel = (id: string) => post(`/v3/payment_requests/${id}/cancel`, {})
  expect((await cancel(open.payment_request_id)).body).toMatchObject({ status: 'CANCELED' })
  await post(`/v3/payment_requests/${paid.payment_request_id}/simulate`, {})
  expect(await cancel(paid.payment_request_id)).toMatchObject({ status: 400, body: { error_code: expect.any(String) } })
})

test('a payment request is found only with a key of its business', async () => {
  const { payment_request_id: id } = await create()
  expect(await get(`/v3/payment_requests/${id}`, headersOf('xnd_development_OTHER'))).toMatchObject({
    status: 404,
    body: { error_code: 'DATA_NOT_FOUND' },
  })
  expect((await get(`/v3/payment_requests/${id}`, headersOf(`${key}.2`))).status).toBe(200)
})

test('transactions are listed page by page', async () => {
  const secret = 'xnd_development_LISTED'
  for (let made = 0; made < 3; made++) {
    const { body } = await post('/v3/payment_requests', request(), headersOf(secret))
    await post(`/v3/payment_requests/${body.payment_request_id}/simulate`, {}, headersOf(secret))
  }
  const query = 'types=PAYMENT&statuses=SUCCESS&channel_categories=QR_CODE&limit=2'
  const first = await get(`/transactions?${query}`, headersOf(secret))
  expect(first.body).toMatchObject({
    has_more: true,
    data: [{ type: 'PAYMENT', status: 'SUCCESS', amount: 25_036 }, {}],
  })
  const rest = await get(`/transactions?${query}&after_id=${first.body.data[1].id}`, headersOf(secret))
  expect(rest.body.has_more).toBe(false)
  expect(rest.body.data).toHaveLength(1)
})

describe('a webhook', () => {
  const received: { headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = []
  let failures = 0
  const server = createServer(async (incoming, response) => {
    received.push({ headers: incoming.headers, body: JSON.parse(await text(incoming)) })
    response.writeHead(failures-- > 0 ? 500 : 200).end()
  })
  beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise(resolve => server.close(resolve)))
  beforeEach(() => received.splice(0))

  async function push(howItFails?: string) {
    const { payment_request_id: id, business_id } = await create()
    await post(`/v3/payment_requests/${id}/simulate`, {})
    const [code] = await sandbox.database.sql.query<CodeRow>(
      'select * from sandbox.code where mid = $1 order by id desc limit 1',
      [`xendit ${business_id}`],
    )
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    const needs = {
      sql: sandbox.database.sql,
      clock: sandbox.clock,
      realNow: () => new Date(),
      log: silentLog,
      findHook: async () => url,
    }
    await pushPaidCode(needs, code!, howItFails)
    return { id, business_id }
  }

  test('a webhook carries the constant token of its business, and names the payment request', async () => {
    const { id, business_id } = await push()
    expect(received[0]).toMatchObject({
      headers: { 'x-callback-token': `sandbox_webhook_${business_id}`, 'webhook-id': expect.any(String) },
      body: { event: 'payment.capture', business_id, data: { payment_request_id: id, status: 'SUCCEEDED' } },
    })
  })

  test('a webhook is tried seven times', async () => {
    failures = 20
    await push()
    expect(received).toHaveLength(7)
    failures = 0
  })

  test('faults duplicate a webhook, or follow it with an expiry', async () => {
    await push('duplicate')
    await push('reordered')
    const events = received.map(({ body }) => body.event)
    expect(events).toEqual(['payment.capture', 'payment.capture', 'payment.capture', 'payment_request.expiry'])
  })
})
