import { createHmac, randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeTripayContract } from '../../../src/connectors/tripay/simulator.ts'
import { useTestMode } from '../test-mode.ts'

// The expected values come from https://tripay.co.id/developer: payment-channel (with the limits of QRIS2: 1,000 to
// 5,000,000, 10 to 1,440 minutes, 750 + 0.7 %), closed transactions, the detail, the list of transactions, callback.

const provider = useTestMode('tripay', { success: true })

type Caller = ReturnType<typeof makeTripayContract>
type Kind = Parameters<typeof makeTripayContract>[2]
const newCaller = (kind?: Kind): Caller => makeTripayContract('', `T${randomInt(1e9, 1e10)}`, kind)
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const pick = ({ status, body }: { status: number; body: unknown }) => ({ status, body })

const get = async ({ api_key }: Caller, path: string, root = '/api') =>
  pick(await provider.sandbox.call('GET', `/tripay${root}${path}`, undefined, bearer(api_key)))
const unixNow = () => Math.floor(provider.sandbox.clock.now().getTime() / 1000)

let orders = 0
const creation = (caller: Caller, changes: Record<string, unknown> = {}) => {
  const amount = changes.amount ?? 100_000
  const merchant_ref = changes.merchant_ref ?? `INV-${++orders}`
  return {
    method: 'QRIS2',
    merchant_ref,
    amount,
    customer_name: 'Pembeli',
    customer_email: 'pembeli@example.com',
    order_items: [{ name: 'Kopi', price: amount, quantity: 1 }],
    callback_url: `${provider.receiver.url}/callback`,
    expired_time: unixNow() + 1_800,
    signature: hmac(caller.private_key, `${caller.merchant_code}${merchant_ref}${amount}`),
    ...changes,
  }
}
const post = async (caller: Caller, body: object, root = '/api') =>
  pick(await provider.sandbox.call('POST', `/tripay${root}/transaction/create`, body, bearer(caller.api_key)))
const create = async (caller: Caller, changes?: Record<string, unknown>) =>
  ((await post(caller, creation(caller, changes))).body as { data: Made }).data
interface Made {
  reference: string
  merchant_ref: string
  qr_string: string
  expired_time: number
}
const pay = (qris: string) => provider.sandbox.call('POST', '/transfers', { qris })
const done = (data: unknown, more: object = {}) => ({
  status: 200,
  body: { success: true, message: '', data, ...more },
})
const refused = (message: unknown, status = 400) => ({ status, body: { success: false, message } })

/** The fields of a transaction of 100,000, whose merchant pays 1,450. */
const transaction = ({ reference, merchant_ref, expired_time }: Omit<Made, 'qr_string'>) => ({
  reference,
  merchant_ref,
  payment_selection_type: 'static',
  payment_method: 'QRIS2',
  payment_name: 'QRIS',
  customer_name: expect.any(String),
  callback_url: `${provider.receiver.url}/callback`,
  amount: 100_000,
  fee_merchant: 1_450,
  fee_customer: 0,
  total_fee: 1_450,
  amount_received: 98_550,
  pay_code: null,
  pay_url: null,
  checkout_url: `https://tripay.co.id/checkout/${reference}`,
  status: 'UNPAID',
  expired_time,
  instructions: [],
})
const code = { qr_string: expect.stringMatching(/^000201/), qr_url: expect.stringMatching(/^https:/) }

describe('a request for a code', () => {
  test('a code has the documented fields', async () => {
    const caller = newCaller()
    const asked = creation(caller)
    const answer = await post(caller, asked)
    const { reference } = (answer.body as { data: Made }).data
    expect(reference).toMatch(new RegExp(`^${caller.merchant_code}\\d{15}$`))
    const { merchant_ref, expired_time } = asked
    expect(answer).toEqual(
      done({ ...transaction({ reference, merchant_ref: String(merchant_ref), expired_time }), ...code }),
    )
  })

  test('a code without an address and an expiry lives for a day', async () => {
    const caller = newCaller()
    const made = await create(caller, { callback_url: undefined, expired_time: undefined })
    expect(made).toMatchObject({ callback_url: null })
    expect(Math.abs(made.expired_time - unixNow() - 86_400)).toBeLessThan(60)
  })

  test('a payer who pays the fee pays it on top of the amount', async () => {
    const caller = newCaller('fee')
    const fees = { amount: 101_450, fee_merchant: 0, fee_customer: 1_450, total_fee: 1_450, amount_received: 100_000 }
    const made = await create(caller)
    expect(made).toMatchObject(fees)
    expect(made.qr_string).toContain('5406101450')
  })

  test('a form is read like JSON, with its numbers and lists as texts', async () => {
    const caller = newCaller()
    const { order_items, ...plain } = creation(caller, { amount: 20_000 })
    const items = { 'order_items[0][name]': 'Kopi', 'order_items[0][price]': '10000', 'order_items[0][quantity]': '2' }
    const form = String(new URLSearchParams({ ...(plain as object as Record<string, string>), ...items }))
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const made = await provider.sandbox.call('POST', '/tripay/api/transaction/create', form, {
      ...bearer(caller.api_key),
      ...type,
    })
    expect(made).toMatchObject({ status: 200, body: { data: { amount: 20_000 } } })
  })

  test('a repeated reference makes another code', async () => {
    const caller = newCaller()
    const [one, other] = [
      await create(caller, { merchant_ref: 'SAME' }),
      await create(caller, { merchant_ref: 'SAME' }),
    ]
    expect(other.reference).not.toBe(one.reference)
    expect([one.merchant_ref, other.merchant_ref]).toEqual(['SAME', 'SAME'])
  })

  test.each([
    ['method', undefined],
    ['merchant_ref', 'x'.repeat(65)],
    ['amount', 1000.5],
    ['customer_name', ''],
    ['customer_email', 'pembeli'],
    ['order_items', []],
    ['order_items', [{ name: '', price: 100_000, quantity: 1 }]],
    ['order_items', [{ name: 'Kopi', price: 100_000, quantity: 0 }]],
    ['callback_url', 'toko'],
    ['expired_time', 'besok'],
    ['signature', undefined],
  ])('the field %s is refused if it is %j', async (field, value) => {
    const caller = newCaller()
    const answer = await post(caller, { ...creation(caller), [field]: value })
    expect(answer).toEqual(refused(expect.stringMatching(new RegExp(`\\b${field}\\b`))))
  })

  test.each([
    ['another key', (caller: Caller) => creation(caller, { signature: hmac('other', 'x') }), 'Invalid signature'],
    ['a channel that does not exist', (caller: Caller) => creation(caller, { method: 'QRIS9' }), 'not enabled'],
    ['a channel that is off', (caller: Caller) => creation(caller, { method: 'QRIS' }), 'not enabled'],
    ['less than the minimum', (caller: Caller) => creation(caller, { amount: 999 }), 'Minimum .* 1000$'],
    ['more than the maximum', (caller: Caller) => creation(caller, { amount: 5_000_001 }), 'Maximum .* 5000000$'],
    [
      'items of another sum',
      (caller: Caller) => creation(caller, { order_items: [{ name: 'Kopi', price: 50_000, quantity: 3 }] }),
      'order items',
    ],
    ['a short expiry', (caller: Caller) => creation(caller, { expired_time: unixNow() + 580 }), 'expired_time'],
    ['a long expiry', (caller: Caller) => creation(caller, { expired_time: unixNow() + 86_500 }), 'expired_time'],
  ])('a request with %s is refused', async (_name, asked, message) => {
    const caller = newCaller()
    expect(await post(caller, asked(caller))).toEqual(refused(expect.stringMatching(message)))
  })

  test.each([
    { amount: 1_000 },
    { amount: 5_000_000, merchant_ref: 'x'.repeat(64) },
    { order_items: [{ name: 'Kopi', price: 50_000, quantity: 2 }] },
  ])('a request with %j is accepted', async changes => {
    const caller = newCaller()
    expect(await post(caller, creation(caller, changes))).toMatchObject({ status: 200, body: { success: true } })
  })

  test('an account without QRIS refuses its code', async () => {
    const caller = newCaller('noqris')
    expect(await post(caller, creation(caller))).toEqual(refused(expect.stringContaining('not enabled')))
  })
})

test('a key is accepted at its own root only', async () => {
  const [live, sandboxed] = [newCaller(), newCaller('sandbox')]
  const denied = refused('Invalid API Key', 401)
  expect(await get(live, '/merchant/payment-channel')).toMatchObject({ status: 200 })
  expect(await get(live, '/merchant/payment-channel', '/api-sandbox')).toEqual(denied)
  expect(await get(sandboxed, '/merchant/payment-channel', '/api-sandbox')).toMatchObject({ status: 200 })
  expect(await get(sandboxed, '/merchant/payment-channel')).toEqual(denied)
  const { api_key } = sandboxed
  expect(await get({ ...sandboxed, api_key: api_key.slice(4) }, '/merchant/payment-channel')).toEqual(denied)
  expect(await get({ ...live, api_key: '' }, '/merchant/payment-channel')).toEqual(denied)
  expect(await post(sandboxed, creation(sandboxed), '/api-sandbox')).toMatchObject({ status: 200 })
  await provider.fault('revoked')
  expect(await get(live, '/merchant/payment-channel')).toEqual(denied)
})

test.each(['usual', 'fee', 'noqris'] as const)('the channels of an account (%s) have fees and limits', async kind => {
  const caller = newCaller(kind)
  const [fee, none] = [
    { flat: 750, percent: '0.70' },
    { flat: 0, percent: '0.00' },
  ]
  const channel = (group: string, code: string, active: boolean) => ({
    group,
    code,
    name: expect.any(String),
    type: 'direct',
    fee_merchant: kind === 'fee' ? none : fee,
    fee_customer: kind === 'fee' ? fee : none,
    total_fee: fee,
    minimum_fee: null,
    maximum_fee: null,
    minimum_amount: 1_000,
    maximum_amount: 5_000_000,
    icon_url: expect.stringMatching(/^https:/),
    active,
  })
  const qris = channel('E-Wallet', 'QRIS2', kind !== 'noqris')
  expect(await get(caller, '/merchant/payment-channel')).toEqual(
    done([channel('Virtual Account', 'BRIVA', true), channel('E-Wallet', 'QRIS', false), qris]),
  )
  expect(await get(caller, '/merchant/payment-channel?code=QRIS2')).toEqual(done([qris]))
})

describe('a transaction', () => {
  const view = (caller: Caller, reference: string) => get(caller, `/transaction/detail?reference=${reference}`)

  test('a transaction is unpaid, paid, or expired', async () => {
    const caller = newCaller()
    const [paid, expired] = [await create(caller), await create(caller)]
    expect(await view(caller, paid.reference)).toEqual(done({ ...transaction(paid), ...code }))
    await pay(paid.qr_string)
    const seen = await view(caller, paid.reference)
    const status = { status: 'PAID', paid_at: expect.stringMatching(/^\d{10}$/) }
    expect(seen).toEqual(done({ ...transaction(paid), ...code, ...status }))
    await provider.sandbox.call('POST', '/clock', { advance_s: 1_801 })
    expect(await view(caller, expired.reference)).toMatchObject({ body: { data: { status: 'EXPIRED' } } })
    expect(await view(caller, paid.reference)).toEqual(seen)
  })

  test('a transaction of another account, or an impossible reference, is not found', async () => {
    const [caller, other] = [newCaller(), newCaller()]
    const { reference } = await create(caller)
    const elsewhere = `${other.merchant_code}${reference.slice(-15)}`
    for (const [asking, asked] of [
      [other, reference],
      [other, elsewhere],
      [caller, elsewhere],
      [caller, 'T1'],
      [caller, ''],
    ] as const) {
      expect(await view(asking, asked)).toEqual(refused('Transaction not found'))
    }
  })

  test('faults change its reference or its amount', async () => {
    const caller = newCaller()
    const { reference, merchant_ref } = await create(caller)
    await provider.fault('other_order', 'status')
    expect(await view(caller, reference)).toMatchObject({
      body: { data: { merchant_ref: 'OTHER-1', amount: 100_000 } },
    })
    await provider.fault('off')
    await provider.fault('other_amount', 'status')
    expect(await view(caller, reference)).toMatchObject({ body: { data: { merchant_ref, amount: 100_001 } } })
  })
})

test('transactions are listed newest first, page by page, and by their reference and status', async () => {
  const caller = newCaller()
  const made: Made[] = []
  for (let count = 0; count < 3; count++) made.push(await create(caller))
  await create(newCaller())
  await pay(made[1]!.qr_string)
  interface List {
    data: { reference: string }[]
    pagination: object
  }
  const list = async (query: string) => (await get(caller, `/merchant/transactions?${query}`)).body as List
  const references = ({ data }: List) => data.map(({ reference }) => reference)
  const [first, second, third] = made.map(({ reference }) => reference)
  const all = await list('')
  expect(references(all)).toEqual([third, second, first])
  const counted = { current_page: 1, next_page: null, last_page: 1, per_page: 25, total_records: 3 }
  expect(all).toMatchObject({ success: true, message: '', pagination: counted })
  const times = { created_at: expect.any(Number), expired_at: made[2]!.expired_time, paid_at: null }
  expect(all.data[0]).toEqual({ ...transaction(made[2]!), ...times })
  const paid = { ...transaction(made[1]!), ...times, status: 'PAID', paid_at: expect.any(Number) }
  expect(all.data[1]).toEqual({ ...paid, expired_at: made[1]!.expired_time })
  const page = await list('page=1&per_page=2')
  expect(references(page)).toEqual([third, second])
  expect(page.pagination).toEqual({ ...counted, next_page: 2, last_page: 2, per_page: 2 })
  const rest = await list('page=2&per_page=2')
  expect(references(rest)).toEqual([first])
  expect(rest.pagination).toEqual({ ...counted, current_page: 2, last_page: 2, per_page: 2 })
  expect((await list('per_page=51')).pagination).toMatchObject({ per_page: 50 })
  expect(references(await list('status=PAID'))).toEqual([second])
  expect(references(await list(`reference=${first}`))).toEqual([first])
  expect(references(await list(`merchant_ref=${made[2]!.merchant_ref}`))).toEqual([third])
  const none = await list('merchant_ref=NONE')
  expect(none).toMatchObject({ data: [], pagination: { last_page: 1, next_page: null, total_records: 0 } })
})

describe('a callback', () => {
  test('a callback has the documented fields, with a signature over its bytes', async () => {
    const caller = newCaller()
    const { reference, merchant_ref, qr_string } = await create(caller)
    await pay(qr_string)
    const { method, url, headers, body } = provider.receiver.requests.at(-1)!
    expect([method, url.pathname]).toEqual(['POST', '/callback'])
    expect(JSON.parse(body)).toEqual({
      reference,
      merchant_ref,
      payment_method: expect.stringContaining('QRIS'),
      payment_method_code: 'QRIS2',
      total_amount: 100_000,
      fee_merchant: 1_450,
      fee_customer: 0,
      total_fee: 1_450,
      amount_received: 98_550,
      is_closed_payment: 1,
      status: 'PAID',
      paid_at: expect.any(Number),
      note: null,
    })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-callback-event': 'payment_status',
      'x-callback-signature': hmac(caller.private_key, body),
    })
  })

  test.each([
    ['another status', '{"success":true}', 500, 4],
    ['another body', '{"success": true}', 200, 4],
    ['the agreed answer', '{"success":true}', 200, 1],
  ])('a callback is repeated at most three times: %s', async (_name, answer, status, sent) => {
    provider.receiver.answer(answer, status)
    await pay((await create(newCaller())).qr_string)
    expect(provider.receiver.requests).toHaveLength(sent)
  })
})
