import { createHash, randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { useTestMode } from '../test-mode.ts'

// Whole answers of Midtrans in test mode, by docs.midtrans.com (QRIS, Get Status, Cancel, Expire, Refund, HTTP
// Notification) and Midtrans/midtrans-nodejs-client.

const provider = useTestMode('midtrans')
const key = `SB-Mid-server-VIEW${randomInt(1e9, 1e10)}`
const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await provider.sandbox.call(method, `/midtrans/v2${path}`, body, { authorization, ...headers })
  return { status: answer.status, body: answer.body }
}
let orders = 0
const charge = (changes: object = {}, headers: Record<string, string> = {}) =>
  ask(
    'POST',
    '/charge',
    {
      payment_type: 'qris',
      transaction_details: { order_id: `view-${++orders}`, gross_amount: 25_036 },
      ...changes,
    },
    headers,
  )
const pay = (qris: string) =>
  provider.sandbox.call('POST', '/transfers', { qris, payer_name: 'Siti', payer_app: 'OVO' })
const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
const signature = (order_id: string, status_code: string) =>
  createHash('sha512').update(`${order_id}${status_code}25036.00${key}`).digest('hex')
const refused = (status: number, message: unknown = expect.any(String)) => ({
  status,
  body: { status_code: String(status), status_message: message, id: uuid },
})

interface Made {
  order_id: string
  transaction_id: string
  expiry_time: string
  qr_string: string
}
const view = ({ order_id, transaction_id, expiry_time }: Made) => ({
  status_code: '201',
  transaction_id,
  order_id,
  merchant_id: expect.stringMatching(/^G\d{9}$/),
  gross_amount: '25036.00',
  currency: 'IDR',
  payment_type: 'qris',
  transaction_time: time,
  transaction_status: 'pending',
  fraud_status: 'accept',
  acquirer: 'gopay',
  expiry_time,
})

test('a transaction has its fields in each state', async () => {
  const { status, body } = await charge()
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      ...view({ ...body, transaction_id: uuid, expiry_time: time }),
      status_message: expect.any(String),
      actions: [
        {
          name: 'generate-qr-code',
          method: 'GET',
          url: `https://api.sandbox.midtrans.com/v2/qris/${body.transaction_id}/qr-code`,
        },
      ],
      qr_string: expect.stringMatching(/^000201/),
    },
  })
  const pending = await ask('GET', `/${body.order_id}/status`)
  expect(pending).toEqual({
    status: 200,
    body: {
      ...view(body),
      status_message: expect.any(String),
      signature_key: signature(body.order_id, '201'),
    },
  })
  await pay(body.qr_string)
  const paid = {
    ...view(body),
    status_code: '200',
    transaction_status: 'settlement',
    settlement_time: time,
    issuer: 'OVO',
    transaction_type: 'off-us',
    status_message: expect.any(String),
  }
  expect((await ask('GET', `/${body.transaction_id}/status`)).body).toEqual({
    ...paid,
    signature_key: signature(body.order_id, '200'),
  })
  const names = { refund_key: 'one', reason: 'Gelas retak' }
  const wanted = { ...names, amount: 36 }
  const first = await ask('POST', `/${body.order_id}/refund`, wanted)
  const refund = { ...names, refund_chargeback_id: expect.any(Number), refund_amount: '36.00' }
  expect(first).toEqual({
    status: 200,
    body: {
      ...paid,
      transaction_status: 'partial_refund',
      refund_amount: '36.00',
      refunds: [refund],
      refund_chargeback_id: first.body.refunds[0].refund_chargeback_id,
      refund_key: 'one',
    },
  })
  expect(await ask('POST', `/${body.order_id}/refund`, wanted)).toEqual(refused(406))
  const rest = await ask('POST', `/${body.order_id}/refund`, {})
  const other = { refund_key: uuid, refund_amount: '25000.00', reason: '', refund_chargeback_id: expect.any(Number) }
  expect(rest.body).toMatchObject({ transaction_status: 'refund', refund_amount: '25036.00', refunds: [refund, other] })
  expect(rest.body.refund_chargeback_id).not.toBe(first.body.refund_chargeback_id)
  expect(await ask('POST', `/${body.order_id}/refund`, {})).toEqual(refused(412))
  expect(await ask('POST', `/${body.order_id}/refund`, { amount: 0.5 })).toEqual(refused(400))
  const unpaid = (await charge()).body
  expect(await ask('POST', `/${unpaid.order_id}/refund`, { amount: 1 })).toEqual(refused(412))
})

test('a code is taken back or ended once, with its fields', async () => {
  for (const [action, status_code, transaction_status] of [
    ['cancel', '200', 'cancel'],
    ['expire', '407', 'expire'],
  ]) {
    const { body } = await charge()
    expect(await ask('POST', `/${body.order_id}/${action}`, {})).toEqual({
      status: 200,
      body: {
        ...view({ ...body, expiry_time: action === 'expire' ? time : body.expiry_time }),
        status_code,
        transaction_status,
        status_message: expect.any(String),
      },
    })
    expect(await ask('POST', `/${body.order_id}/${action}`, {})).toEqual(refused(412))
  }
})

test.each([
  ['GET', 'status'],
  ['POST', 'cancel'],
  ['POST', 'expire'],
  ['POST', 'refund'],
])('%s %s of another merchant is not found', async (method, action) => {
  const { order_id } = (await charge()).body
  const other = { authorization: `Basic ${Buffer.from(`${key}X:`).toString('base64')}` }
  const body = method === 'POST' ? {} : undefined
  expect(await ask(method, `/${order_id}/${action}`, body, other)).toEqual(refused(404, "Transaction doesn't exist."))
})

test.each([
  ['5 minute', { expiry_duration: 5, unit: 'minute' }, 300],
  ['5 minutes by default', { expiry_duration: 5 }, 300],
  ['90 second', { expiry_duration: 90, unit: 'second' }, 90],
  ['2 hour', { expiry_duration: 2, unit: 'hour' }, 7_200],
  ['7 day', { expiry_duration: 7, unit: 'day' }, 604_800],
])('a code lives for %s', async (_name, custom_expiry, seconds) => {
  const { transaction_time, expiry_time } = (await charge({ custom_expiry })).body
  expect(Date.parse(`${expiry_time}Z`) - Date.parse(`${transaction_time}Z`)).toBe(seconds * 1000)
})

test('the life of a code may begin at another time, in another zone', async () => {
  const custom_expiry = { order_time: '2030-01-01 00:00:00 +0000', expiry_duration: 1, unit: 'hour' }
  expect((await charge({ custom_expiry })).body).toMatchObject({ expiry_time: '2030-01-01 08:00:00' })
})

test.each([
  ['items of the same sum', { item_details: [{ price: 12_518, quantity: 2 }] }, {}],
  [
    'five days of ShopeePay',
    { qris: { acquirer: 'airpay shopee' }, custom_expiry: { expiry_duration: 5, unit: 'day' } },
    {},
  ],
  ['three addresses', {}, { 'x-append-notification': 'https://a.example, https://b.example,https://c.example' }],
  ['a long idempotency key', {}, { 'idempotency-key': 'x'.repeat(46) }],
] as [string, object, Record<string, string>][])('a charge with %s is accepted', async (_name, changes, headers) => {
  expect(await charge(changes, headers)).toMatchObject({ status: 200, body: { status_code: '201' } })
})

test.each([
  ['another kind of payment', { payment_type: 'gopay' }, {}, 402, undefined],
  ['too long an idempotency key', {}, { 'idempotency-key': 'x'.repeat(47) }, 400, ['Idempotency-Key is too long']],
  [
    'four addresses',
    {},
    { 'x-override-notification': 'https://a,https://b,https://c,https://d' },
    400,
    ['notification URL is invalid'],
  ],
  ['an address that is none', {}, { 'x-override-notification': 'toko' }, 400, ['notification URL is invalid']],
  ['an odd acquirer', { qris: { acquirer: 'bca' } }, {}, 400, [expect.any(String)]],
  ['no life', { custom_expiry: { expiry_duration: 0 } }, {}, 400, ['custom_expiry.expiry_duration is invalid']],
  ['an odd unit', { custom_expiry: { expiry_duration: 1, unit: 'week' } }, {}, 400, ['custom_expiry.unit is invalid']],
  [
    'an odd beginning',
    { custom_expiry: { expiry_duration: 1, order_time: 'now' } },
    {},
    400,
    ['custom_expiry.order_time is invalid'],
  ],
  ['a body of 17 kB', { metadata: 'x'.repeat(17_000) }, {}, 413, undefined],
] as [string, object, Record<string, string>, number, unknown[] | undefined][])(
  'a charge with %s is refused',
  async (_name, changes, headers, status, problems) => {
    const answer = await charge(changes, headers)
    const { body } = refused(status)
    expect(answer).toEqual({ status, body: problems ? { ...body, validation_messages: problems } : body })
  },
)

test('faults refuse requests, or change what they answer', async () => {
  const { order_id } = (await charge()).body
  const state = () => ask('GET', `/${order_id}/status`)
  const cases: [string, object][] = [
    ['revoked', refused(401)],
    ['busy', refused(429)],
    ['other_order', { status: 200, body: { order_id: 'another-order', gross_amount: '25036.00' } }],
    ['other_amount', { status: 200, body: { order_id, gross_amount: '25037.00' } }],
  ]
  for (const [mode, answer] of cases) {
    await provider.fault(mode, 'status')
    expect(await state(), mode).toMatchObject(answer)
    await provider.fault('off')
  }
  await provider.sandbox.call('POST', '/clock', { advance_s: 901 })
  expect((await state()).body).toMatchObject({ status_code: '407', transaction_status: 'expire' })
  await provider.fault('stuck', 'status')
  expect((await state()).body).toMatchObject({ status_code: '201', transaction_status: 'pending' })
})

test('a notification has the fields of the transaction, and goes to each address', async () => {
  const hooks = `${provider.receiver.url}/one,${provider.receiver.url}/two`
  const { body } = await charge({}, { 'x-override-notification': hooks })
  await pay(body.qr_string)
  expect(provider.receiver.requests.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    'POST /one',
    'POST /two',
  ])
  const { headers, body: sent } = provider.receiver.requests[0]!
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': 'Veritrans',
  })
  expect(JSON.parse(sent)).toEqual({
    ...view(body),
    status_code: '200',
    transaction_status: 'settlement',
    settlement_time: time,
    issuer: 'OVO',
    transaction_type: 'off-us',
    status_message: 'midtrans payment notification',
    signature_key: signature(body.order_id, '200'),
  })
})

test('a forged notification is signed with another key', async () => {
  await provider.fault('forged', 'push')
  const { body } = await charge({}, { 'x-override-notification': provider.receiver.url })
  await pay(body.qr_string)
  const { signature_key, order_id } = JSON.parse(provider.receiver.requests[0]!.body)
  expect(order_id).toBe(body.order_id)
  expect(signature_key).not.toBe(signature(order_id, '200'))
})
