import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../sandbox/harness.ts'

// The expected values come from docs.midtrans.com (Core API, QRIS), the official SDKs (Midtrans/midtrans-nodejs-client,
// Midtrans/midtrans-php) and their issues, which each test names.

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(() => fault('off'))

const fault = (mode: string, operation = 'any') =>
  sandbox.call('POST', '/faults', { connector: 'midtrans', operation, mode })

const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` })
const serverKey = 'SB-Mid-server-SIMULATED'

let orders = 0
const newOrder = () => `order-${Date.now()}-${++orders}`

interface Options {
  key?: string
  headers?: Record<string, string>
}

function charge(body: object, { key = serverKey, headers = {} }: Options = {}) {
  return sandbox.call('POST', '/midtrans/v2/charge', body, { ...basic(key), ...headers })
}
const order = (order_id = newOrder(), gross_amount: unknown = 25_036) => ({
  payment_type: 'qris',
  transaction_details: { order_id, gross_amount },
})
const get = (id: string, key = serverKey) => sandbox.call('GET', `/midtrans/v2/${id}/status`, undefined, basic(key))
const act = (id: string, action: string, body: unknown = 'null') =>
  sandbox.call('POST', `/midtrans/v2/${id}/${action}`, body, basic(serverKey))

test('a charge returns HTTP 200 with 201 inside, numbers as texts, and Jakarta times without a zone', async () => {
  const body = order()
  const answer = await charge({ ...body, custom_expiry: { expiry_duration: 20, unit: 'minute' } })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    status_code: '201',
    order_id: body.transaction_details.order_id,
    merchant_id: expect.stringMatching(/^G\d{9}$/),
    gross_amount: '25036.00',
    payment_type: 'qris',
    transaction_status: 'pending',
    fraud_status: 'accept',
    qr_string: expect.stringMatching(/^000201/),
    transaction_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  })
  const { transaction_time, expiry_time } = answer.body
  expect(Date.parse(`${expiry_time}Z`) - Date.parse(`${transaction_time}Z`)).toBe(20 * 60_000)
})

test('a code without its own expiry lives for 15 minutes', async () => {
  const { transaction_time, expiry_time } = (await charge(order())).body
  expect(Date.parse(`${expiry_time}Z`) - Date.parse(`${transaction_time}Z`)).toBe(15 * 60_000)
})

// github.com/Midtrans/midtrans-nodejs-client/issues/22
test.each([
  ['a client key', 'SB-Mid-client-SIMULATED'],
  ['the key of another product', 'xnd_development_SIMULATED'],
  ['nothing', ''],
])('%s is answered with 401', async (_name, key) => {
  const answer = await get('unknown', key)
  expect(answer.status).toBe(401)
  expect(answer.body).toMatchObject({ status_code: '401' })
})

test('an unknown order is answered with 404, or with HTTP 200 under the fault `inside`', async () => {
  const missing = { status_code: '404', status_message: "Transaction doesn't exist." }
  expect(await get('warung-check')).toMatchObject({ status: 404, body: missing })
  await fault('inside', 'status')
  expect(await get('warung-check')).toMatchObject({ status: 200, body: missing })
})

describe('the simulator refuses with 400', () => {
  const missing = (field: string) => [`${field} is required`]
  test.each([
    [
      'no amount',
      { payment_type: 'qris', transaction_details: { order_id: 'a' } },
      missing('transaction_details.gross_amount'),
    ],
    [
      'no order',
      { payment_type: 'qris', transaction_details: { gross_amount: 1 } },
      missing('transaction_details.order_id'),
    ],
    ['no payment type', { transaction_details: { order_id: 'a', gross_amount: 1 } }, missing('payment_type')],
    ['a fraction of a rupiah', order('part', 1.5), expect.any(Array)],
    ['nothing to pay', order('zero', 0), expect.any(Array)],
    ['more than ten million', order('much', 10_000_001), expect.any(Array)],
    ['an order of 51 characters', order('x'.repeat(51)), expect.any(Array)],
    ['an order id with a space', order('a b'), expect.any(Array)],
    ['an expiry of eight days', { ...order(), custom_expiry: { expiry_duration: 8, unit: 'day' } }, expect.any(Array)],
    [
      'an expiry of six days at ShopeePay',
      { ...order(), qris: { acquirer: 'airpay shopee' }, custom_expiry: { expiry_duration: 6, unit: 'day' } },
      expect.any(Array),
    ],
    ['items with another total', { ...order(), item_details: [{ price: 1, quantity: 2 }] }, expect.any(Array)],
  ])('the simulator refuses with 400: %s', async (_name, body, validation_messages) => {
    const answer = await charge(body)
    expect(answer).toMatchObject({ status: 400, body: { status_code: '400', validation_messages } })
  })
})

test('an order id is used once forever, and an idempotency key returns its response for five minutes', async () => {
  const body = order()
  const headers = { 'idempotency-key': newOrder() }
  const first = await charge(body, { headers })
  expect((await charge(body, { headers })).body.transaction_id).toBe(first.body.transaction_id)
  expect(await charge(body)).toMatchObject({ status: 406, body: { status_code: '406' } })
  await sandbox.call('POST', '/clock', { advance_s: 301 })
  expect(await charge(body, { headers })).toMatchObject({ status: 406 })
})

test('an account without QRIS is answered with 402', async () => {
  await fault('inactive', 'charge')
  expect(await charge(order())).toMatchObject({ status: 402, body: { status_code: '402' } })
})

test('a transaction is found by its order id and its transaction id, and only with a key of its merchant', async () => {
  const made = (await charge(order())).body
  for (const id of [made.order_id, made.transaction_id]) {
    expect((await get(id)).body).toMatchObject({ status_code: '201', transaction_status: 'pending' })
    expect((await get(id, 'Mid-server-OTHER')).body).toMatchObject({ status_code: '404' })
    expect((await get(id, `${serverKey}.2`)).body).toMatchObject({ status_code: '201' })
  }
})

test('a code expires with 407 inside HTTP 200, and is cancelled once, but neither after it was paid', async () => {
  const [one, two, three] = [await charge(order()), await charge(order()), await charge(order())]
  expect(await act(one.body.order_id, 'expire')).toMatchObject({
    status: 200,
    body: { status_code: '407', transaction_status: 'expire' },
  })
  expect((await get(one.body.order_id)).body).toMatchObject({ status_code: '407', transaction_status: 'expire' })
  expect((await act(two.body.order_id, 'cancel', {})).body).toMatchObject({ transaction_status: 'cancel' })
  expect(await act(two.body.order_id, 'cancel')).toMatchObject({ status: 412, body: { status_code: '412' } })
  await sandbox.call('POST', '/transfers', { qris: three.body.qr_string })
  expect(await act(three.body.order_id, 'expire')).toMatchObject({ status: 412 })
})

test('received money is refunded in parts, and never more than was received', async () => {
  const { order_id, qr_string } = (await charge(order())).body
  expect(await act(order_id, 'refund', { amount: 36 })).toMatchObject({ status: 412 })
  await sandbox.call('POST', '/transfers', { qris: qr_string })
  expect((await act(order_id, 'refund/online/direct', { amount: 36 })).body).toMatchObject({
    transaction_status: 'partial_refund',
    refund_amount: '36.00',
  })
  expect(await act(order_id, 'refund', { amount: 25_001 })).toMatchObject({ status: 412 })
  expect((await act(order_id, 'refund', { amount: 25_000 })).body).toMatchObject({ transaction_status: 'refund' })
})

describe('a notification', () => {
  const received: { path: string; body: Record<string, string> }[] = []
  let answers: { status: number; location?: string }[] = []
  const server = createServer(async (request, response) => {
    received.push({ path: request.url!, body: JSON.parse(await text(request)) })
    const { status, location } = answers.shift() ?? { status: 200 }
    response.writeHead(status, location ? { location } : {}).end('{}')
  })
  let url: string
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise(resolve => server.close(resolve)))
  beforeEach(() => received.splice(0))

  async function pay(answered: typeof answers = []) {
    answers = answered
    const made = await charge(order(), { headers: { 'x-override-notification': `${url}/hook` } })
    await sandbox.call('POST', '/transfers', { qris: made.body.qr_string })
    return made.body
  }

  test('a notification goes to the address of the charge, signed over order, status and amount', async () => {
    const { order_id, transaction_id } = await pay()
    const [{ path, body }] = received as [(typeof received)[0]]
    expect(path).toBe('/hook')
    expect(body).toMatchObject({
      order_id,
      transaction_id,
      transaction_status: 'settlement',
      status_code: '200',
      status_message: 'midtrans payment notification',
    })
    const signed = createHash('sha512').update(`${order_id}20025036.00${serverKey}`).digest('hex')
    expect(body.signature_key).toBe(signed)
  })

  test('a notification is tried six times while the receiver fails, once more after 400, never after 404', async () => {
    await pay(Array.from({ length: 9 }, () => ({ status: 500 })))
    expect(received).toHaveLength(6)
    received.splice(0)
    await pay([{ status: 400 }, { status: 400 }, { status: 400 }])
    expect(received).toHaveLength(2)
    received.splice(0)
    await pay([{ status: 404 }])
    expect(received).toHaveLength(1)
  })

  // github.com/Midtrans/midtrans-php/issues/89
  test('a notification follows a redirect with 307, but not one with 301', async () => {
    await pay([{ status: 307, location: '/moved' }])
    expect(received.map(({ path }) => path)).toEqual(['/hook', '/moved'])
    received.splice(0)
    await pay([
      { status: 301, location: '/moved' },
      { status: 301, location: '/moved' },
    ])
    expect(received.map(({ path }) => path)).toEqual(['/hook', '/hook'])
  })

  test('faults duplicate a notification, or send it as pending after the settlement', async () => {
    await fault('duplicate', 'push')
    await pay()
    expect(received.map(({ body }) => body.transaction_status)).toEqual(['settlement', 'settlement'])
    received.splice(0)
    await fault('reordered', 'push')
    await pay()
    expect(received.map(({ body }) => body.transaction_status)).toEqual(['settlement', 'pending'])
  })
})
