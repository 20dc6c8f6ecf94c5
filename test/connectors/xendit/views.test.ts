import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { useTestMode } from '../test-mode.ts'

// Whole answers of Xendit in test mode, by the pages of docs.xendit.co (Payments API 2024-11-11, Refunds, Transactions,
// and QR codes of 2022-07-31) and by the models of xendit-node 7.0.0.

const provider = useTestMode('xendit')

const newKey = (name = '') => `xnd_development_VIEW${randomInt(1e9, 1e10)}${name}`
const headersOf = (key: string, more: object = {}) => ({
  authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
  'api-version': '2024-11-11',
  ...more,
})
async function ask(key: string, method: string, path: string, body?: object, more: object = {}) {
  const answer = await provider.sandbox.call(method, `/xendit${path}`, body, headersOf(key, more))
  return { status: answer.status, body: answer.body }
}
let orders = 0
const request = (changes: object = {}) => ({
  reference_id: `view-${++orders}`,
  type: 'PAY',
  country: 'ID',
  currency: 'IDR',
  request_amount: 25_036,
  capture_method: 'AUTOMATIC',
  channel_code: 'QRIS',
  ...changes,
})
const create = (key: string, changes: object = {}) => ask(key, 'POST', '/v3/payment_requests', request(changes))
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}[0-9a-f-]{36}$`))
const business_id = expect.stringMatching(/^[0-9a-f]{24}$/)

const common = (reference_id: string, metadata: object | null = null) => ({
  reference_id,
  business_id,
  currency: 'IDR',
  country: 'ID',
  created: time,
  updated: time,
  metadata,
})
const captures = [{ capture_id: id('cptr-'), capture_amount: 25_036, capture_timestamp: time }]

test('a payment request has its fields in each state', async () => {
  const key = newKey()
  const metadata = { table: '7' }
  const { status, body } = await create(key, { reference_id: 'view-states', metadata })
  const view = {
    ...common('view-states', metadata),
    payment_request_id: id('pr-'),
    status: 'REQUIRES_ACTION',
    type: 'PAY',
    request_amount: 25_036,
    capture_method: 'AUTOMATIC',
    channel_code: 'QRIS',
    channel_properties: {},
    actions: [{ type: 'PRESENT_TO_CUSTOMER', descriptor: 'QR_STRING', value: expect.stringMatching(/^000201/) }],
  }
  expect({ status, body }).toEqual({ status: 201, body: view })
  expect(body.updated).toBe(body.created)
  const path = `/v3/payment_requests/${body.payment_request_id}`
  expect(await ask(key, 'GET', path)).toEqual({ status: 200, body })
  await provider.sandbox.call('POST', '/clock', { advance_s: 60 })
  await provider.sandbox.call('POST', '/transfers', {
    qris: body.actions[0].value,
    payer_name: 'Siti',
    payer_app: 'OVO',
  })
  const paid = await ask(key, 'GET', path)
  expect(paid.body).toEqual({
    ...view,
    status: 'SUCCEEDED',
    actions: [],
    latest_payment_id: id('py-'),
    captures,
    updated: paid.body.captures[0].capture_timestamp,
  })
  expect(Date.parse(paid.body.updated) - Date.parse(paid.body.created)).toBeGreaterThanOrEqual(60_000)
  expect(await ask(key, 'GET', `/v3/payments/${paid.body.latest_payment_id}`)).toEqual({
    status: 200,
    body: {
      ...common('view-states', metadata),
      updated: paid.body.updated,
      payment_id: paid.body.latest_payment_id,
      payment_request_id: body.payment_request_id,
      type: 'PAY',
      status: 'SUCCEEDED',
      request_amount: 25_036,
      channel_code: 'QRIS',
      payment_details: { payer_name: 'Siti', issuer_name: 'OVO', receipt_id: expect.stringMatching(/^\d+$/) },
      captures,
    },
  })
  const other = (await create(key)).body
  const cancelled = await ask(key, 'POST', `/v3/payment_requests/${other.payment_request_id}/cancel`, {})
  expect(cancelled).toMatchObject({ status: 200, body: { status: 'CANCELED', actions: [] } })
  expect(cancelled.body).not.toHaveProperty('captures')
  const open = (await create(key)).body
  await provider.sandbox.call('POST', '/clock', { advance_s: 48 * 3_600 + 1 })
  expect((await ask(key, 'GET', `/v3/payment_requests/${open.payment_request_id}`)).body).toMatchObject({
    status: 'EXPIRED',
    actions: [],
  })
  expect((await ask(key, 'POST', `/v3/payment_requests/${open.payment_request_id}/cancel`, {})).body).toEqual({
    error_code: 'INVALID_REQUEST_STATE',
    message: expect.any(String),
  })
})

test('what is unknown, unpaid or of another business is not found', async () => {
  const key = newKey()
  const { payment_request_id } = (await create(key)).body
  const notFound = { status: 404, body: { error_code: 'DATA_NOT_FOUND', message: expect.any(String) } }
  const unpaid = payment_request_id.replace('pr-', 'py-')
  expect(await ask(key, 'GET', `/v3/payments/${unpaid}`)).toEqual(notFound)
  for (const one of [payment_request_id, 'pr-1', 'x', `xx-${payment_request_id.slice(3)}`]) {
    expect(await ask(newKey(), 'GET', `/v3/payment_requests/${one}`)).toEqual(notFound)
  }
  const refund = { payment_request_id, amount: 1, currency: 'IDR', reason: 'OTHERS' }
  expect(await ask(key, 'POST', '/refunds', refund)).toEqual(notFound)
  expect(await ask(key, 'GET', '/refunds/rfd-1')).toEqual(notFound)
})

test('a refund has its fields, each key once, and never more than was paid', async () => {
  const key = newKey()
  const { body } = await create(key, { reference_id: 'view-refunds' })
  await provider.sandbox.call('POST', '/transfers', { qris: body.actions[0].value })
  const refund = (changes: object, idempotencyKey: string) =>
    ask(
      key,
      'POST',
      '/refunds',
      { payment_request_id: body.payment_request_id, ...changes },
      {
        'idempotency-key': idempotencyKey,
      },
    )
  const view = {
    id: id('rfd-'),
    payment_request_id: body.payment_request_id,
    amount: 36,
    currency: 'IDR',
    country: 'ID',
    channel_code: 'QRIS',
    status: 'PENDING',
    reason: 'CANCELLATION',
    reference_id: 'R-1',
    failure_code: null,
    refund_fee_amount: null,
    metadata: null,
    created: time,
    updated: time,
  }
  const first = await refund({ amount: 36, reference_id: 'R-1', reason: 'CANCELLATION' }, 'one')
  expect(first).toEqual({ status: 200, body: view })
  expect(await refund({ amount: 36 }, 'one')).toEqual(first)
  expect(await ask(key, 'GET', `/refunds/${first.body.id}`)).toEqual({
    status: 200,
    body: { ...view, id: first.body.id, status: 'SUCCEEDED' },
  })
  expect(await refund({ amount: 25_001 }, 'two')).toEqual({
    status: 400,
    body: { error_code: 'MAXIMUM_REFUND_AMOUNT_REACHED', message: expect.any(String) },
  })
  const second = await refund({ amount: 25_000 }, 'three')
  expect(second.body).toEqual({ ...view, amount: 25_000, reason: null, reference_id: 'view-refunds' })
  expect(second.body.id).not.toBe(first.body.id)
  const another = (await create(key)).body
  await provider.sandbox.call('POST', '/transfers', { qris: another.actions[0].value })
  const whole = { payment_request_id: another.payment_request_id }
  expect((await ask(key, 'POST', '/refunds', whole)).body).toMatchObject({ amount: 25_036 })
})

test('a transaction in the list has its fee, and the period is that of its payment', async () => {
  const key = newKey()
  const { body } = await create(key, { reference_id: 'view-list', request_amount: 100_000 })
  await provider.sandbox.call('POST', '/transfers', { qris: body.actions[0].value })
  await create(key)
  const { body: listed } = await ask(key, 'GET', '/transactions')
  expect(listed).toEqual({
    has_more: false,
    links: [],
    data: [
      {
        id: id('txn_'),
        product_id: id('py-'),
        type: 'PAYMENT',
        status: 'SUCCESS',
        channel_category: 'QR_CODE',
        channel_code: 'QRIS',
        account_identifier: null,
        reference_id: 'view-list',
        currency: 'IDR',
        amount: 100_000,
        net_amount: 99_300,
        cashflow: 'MONEY_IN',
        settlement_status: 'PENDING',
        estimated_settlement_time: null,
        business_id: body.business_id,
        fee: {
          xendit_fee: 700,
          value_added_tax: 0,
          xendit_withholding_tax: 0,
          third_party_withholding_tax: 0,
          status: 'PENDING',
        },
        created: time,
        updated: time,
      },
    ],
  })
  const at = Date.parse(listed.data[0].created)
  const within = async (from: number, to: number) => {
    const query = new URLSearchParams({
      'created[gte]': new Date(at + from).toISOString(),
      'created[lte]': new Date(at + to).toISOString(),
    })
    return (await ask(key, 'GET', `/transactions?${query}`)).body.data.length
  }
  expect([await within(0, 1), await within(-1_000, -1), await within(1_000, 2_000)]).toEqual([1, 0, 0])
})

test('a QR code of an older account has its fields, and names its payment in the webhook', async () => {
  const older = { 'api-version': '2022-07-31', 'webhook-url': `${provider.receiver.url}/hook` }
  const key = newKey('-older')
  const wanted = { reference_id: 'view-older', type: 'DYNAMIC', currency: 'IDR', amount: 25_036 }
  const { status, body } = await ask(key, 'POST', '/qr_codes', wanted, older)
  const view = {
    id: id('qr_'),
    reference_id: 'view-older',
    business_id,
    type: 'DYNAMIC',
    currency: 'IDR',
    amount: 25_036,
    channel_code: 'ID_DANA',
    status: 'ACTIVE',
    qr_string: expect.stringMatching(/^000201/),
    expires_at: time,
    created: time,
    updated: time,
    basket: null,
    metadata: null,
  }
  expect({ status, body }).toEqual({ status: 201, body: view })
  expect(await ask(key, 'GET', `/qr_codes/${body.id}/payments`, undefined, older)).toEqual({
    status: 200,
    body: { data: [], has_more: false },
  })
  await provider.sandbox.call('POST', '/transfers', { qris: body.qr_string, payer_name: 'Siti', payer_app: 'OVO' })
  const payment = {
    id: id('qrpy_'),
    business_id: body.business_id,
    currency: 'IDR',
    amount: 25_036,
    status: 'SUCCEEDED',
    created: time,
    qr_id: body.id,
    qr_string: body.qr_string,
    reference_id: 'view-older',
    type: 'DYNAMIC',
    channel_code: 'ID_DANA',
    expires_at: body.expires_at,
    metadata: null,
    payment_detail: {
      receipt_id: expect.stringMatching(/^\d+$/),
      source: 'OVO',
      name: 'Siti',
      account_details: null,
    },
  }
  const { body: payments } = await ask(key, 'GET', `/qr_codes/${body.id}/payments`, undefined, older)
  expect(payments).toEqual({ data: [payment], has_more: false })
  const { headers, body: sent } = provider.receiver.requests.at(-1)!
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-callback-token': `sandbox_webhook_${body.business_id}`,
    'webhook-id': id(''),
  })
  expect(JSON.parse(sent)).toEqual({
    event: 'qr.payment',
    business_id: body.business_id,
    created: payments.data[0].created,
    api_version: '2022-07-31',
    data: payment,
  })
})
