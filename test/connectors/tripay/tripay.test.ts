import { afterAll, beforeAll, expect, test } from 'vitest'
import { tripay } from '../../../src/connectors/tripay/tripay.ts'
import { madeQris } from '../made-qris.ts'
import { startProvider } from '../provider.ts'

let provider: Awaited<ReturnType<typeof startProvider>>
let call: Parameters<NonNullable<typeof tripay.charge>>[0]

// The sample of https://tripay.co.id/developer?tab=transaction-signature-create: key, texts and result.
const keys = { merchant_code: 'T0001', api_key: 'key', private_key: 'ytf6ooi2gmlNPfpchd94jDOk8hRWOu' }
const sample = '9f167eba844d1fcb369404e2bda53702e2f78f7aa12e91da6715414e65b8c86a'

beforeAll(async () => {
  provider = await startProvider()
  const credentials = tripay.credentials.parse({ ...keys, base_url: `${provider.url}/api/` })
  const tokens = { get: async () => 'QRIS2', drop: async () => {} }
  call = { credentials, outbound: provider.outbound, tokens, hook: 'https://toko.example/hooks/tripay/7' }
})
afterAll(() => provider.stop())

const request = {
  reference: 'INV55567',
  amount: 1_500_000,
  requestedAt: new Date('2026-11-22T10:00:00Z'),
  expiresAt: new Date('2026-11-22T10:30:00Z'),
}
const charge = {
  reference: 'INV55567',
  providerInvoiceId: 'T0001000000000000006',
  amount: 1_500_000,
  requestDate: request.requestedAt,
  askedAt: new Date('2026-11-22T10:05:00Z'),
  payableUntil: new Date('2026-11-22T10:35:00Z'),
}
const made = {
  reference: 'T0001000000000000006',
  merchant_ref: 'INV55567',
  amount: 1_500_000,
  fee_customer: 0,
  status: 'UNPAID',
  expired_time: 1_795_343_400,
  qr_string: madeQris('1500000'),
}
const done = (data: unknown) => ({ success: true, message: '', data })
const push = (body: string, signature: string) => ({
  method: 'POST',
  path: '/hooks/tripay/7',
  headers: { 'x-callback-signature': signature, 'x-callback-event': 'payment_status' },
  body: Buffer.from(body),
  receivedAt: new Date(),
  calendar: undefined as never,
})

test('HTTP 201 with a code is accepted', async () => {
  provider.answer(done(made), 201)
  expect(await tripay.charge!(call, request)).toMatchObject({ providerInvoiceId: made.reference })
})

test("a request for a code carries the signature of Tripay's own sample", async () => {
  provider.answer(done(made))
  expect(await tripay.charge!(call, request)).toMatchObject({
    providerInvoiceId: made.reference,
    endsAt: new Date(1_795_343_400_000),
  })
  const { url, headers, body } = provider.requests.at(-1)!
  expect([url.pathname, headers.authorization]).toEqual(['/api/transaction/create', 'Bearer key'])
  expect(JSON.parse(body)).toMatchObject({
    method: 'QRIS2',
    merchant_ref: 'INV55567',
    amount: 1_500_000,
    order_items: [{ price: 1_500_000, quantity: 1 }],
    // Some stand-ins for Tripay reject a request without a phone number.
    customer_phone: expect.stringMatching(/^08\d+$/),
    callback_url: 'https://toko.example/hooks/tripay/7',
    expired_time: 1_795_343_400,
    signature: sample,
  })
})

test('a code whose payer pays the fee is refused, naming the setting', async () => {
  provider.answer(done({ ...made, amount: 1_511_250, fee_customer: 11_250, qr_string: madeQris('1511250') }))
  await expect(tripay.charge!(call, request)).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/11[.,]250.*Atur Channel Pembayaran/s),
  })
})

test.each([
  ['another amount', { ...made, amount: 1_500_001 }],
  ['another amount inside', { ...made, qr_string: madeQris('1500001') }],
  ['another reference', { ...made, merchant_ref: 'INV55568' }],
  ['no code', { ...made, qr_string: null }],
])('a code with %s is never displayed', async (_name, data) => {
  provider.answer(done(data))
  await expect(tripay.charge!(call, request)).rejects.toMatchObject({ kind: 'unexpected' })
})

const detail = { reference: made.reference, merchant_ref: 'INV55567', amount: 1_500_000 }

test.each(['UNPAID', 'EXPIRED', 'FAILED', 'REFUND'])('a payment that is %s is not paid', async status => {
  provider.answer(done({ ...detail, status }))
  expect(await tripay.status!(call, charge)).toEqual({ paid: false })
})

test.each([1_795_341_780, '1795341780'])('a paid payment has %j as its time', async paid_at => {
  provider.answer(done({ ...detail, status: 'PAID', paid_at }))
  const transfer = { reference: made.reference, amount: 1_500_000, occurredAt: new Date(1_795_341_780_000) }
  expect(await tripay.status!(call, charge)).toMatchObject({ paid: true, transfer })
})

test('a time that is ten minutes off counts as missing', async () => {
  provider.answer(done({ ...detail, status: 'PAID', paid_at: 1_795_341_780 + 600 }))
  expect(await tripay.status!(call, charge)).toMatchObject({ paid: true, transfer: { occurredAt: null } })
})

test.each([
  ['another payment', done({ ...detail, reference: 'T9', status: 'PAID' }), 200, 'unexpected'],
  ['another reference', done({ ...detail, merchant_ref: 'INV1', status: 'PAID' }), 200, 'unexpected'],
  ['an unknown state', done({ ...detail, status: 'MAYBE' }), 200, 'unexpected'],
  ['paid with HTTP 500', done({ ...detail, status: 'PAID' }), 500, 'unreachable'],
  ["Cloudflare's page", '<html>Just a moment...</html>', 403, 'unreachable'],
  ['a wrong key', { success: false, message: 'Invalid API Key' }, 401, 'unauthorized'],
  ['a wrong key with HTTP 200', { success: false, message: 'Invalid API Key' }, 200, 'unauthorized'],
  ['a wrong signature', { success: false, message: 'Invalid signature' }, 400, 'unauthorized'],
  ['that it does not exist', { success: false, message: 'Transaction not found' }, 400, 'refused'],
])('a response that says %s is an error and never "paid"', async (_name, body, status, kind) => {
  provider.answer(body, status)
  await expect(tripay.status!(call, charge)).rejects.toMatchObject({ kind })
})

test('a code whose expiry is refused because of a clock is requested without one', async () => {
  const bodies: object[] = []
  const fetch = async (_address: string, options: { body?: string } = {}) => {
    const asked = JSON.parse(options.body!) as { expired_time?: number }
    bodies.push(asked)
    const isRefused = asked.expired_time !== undefined
    const answer = isRefused ? { success: false, message: 'Invalid expired_time: 10 to 1440 minutes' } : done(made)
    return { status: isRefused ? 400 : 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) }
  }
  expect(await tripay.charge!({ ...call, outbound: { fetch } }, request)).toMatchObject({ qris: made.qr_string })
  expect(bodies).toHaveLength(2)
})

test('a wrong private key is pointed out when the first code is requested', async () => {
  provider.answer({ success: false, message: 'Invalid signature' }, 400)
  const naming = { message: expect.stringContaining('private key or the merchant code') }
  await expect(tripay.charge!(call, request)).rejects.toMatchObject(naming)
})

// https://tripay.co.id/developer?tab=callback: hash_hmac('sha256', $json, $privateKey) over the raw body, computed with
// a made-up key by openssl dgst -hmac.
const text = '{"reference":"T0001ABC","merchant_ref":"INV-1","status":"PAID"}'
const signature = 'c194ee7d83f9711bafd925dc7f96a1a881c3771b3104267391073e2b9ab72fb8'

test('a callback is signed over its bytes, and is answered as Tripay expects', async () => {
  const signed = { ...call, credentials: { ...call.credentials, private_key: 'EXAMPLE-private' } }
  expect(await tripay.receive!(signed, push(text, signature))).toEqual({
    charges: [{ reference: 'INV-1', providerInvoiceId: 'T0001ABC' }],
    transfers: [],
    answer: { status: 200, body: { success: true } },
  })
  expect(tripay.signedTexts!(signed, push(text, signature))).toEqual([text])
  const again = JSON.stringify(JSON.parse(text), null, 1)
  for (const forged of [push(again, signature), push(text, ''), push(`${text} `, signature)]) {
    await expect(tripay.receive!(signed, forged)).rejects.toMatchObject({ kind: 'unauthorized' })
  }
  await expect(tripay.receive!(call, push(text, signature))).rejects.toMatchObject({ kind: 'unauthorized' })
})

const channel = {
  group: 'E-Wallet',
  code: 'QRIS2',
  name: 'QRIS',
  fee_merchant: { flat: 750, percent: '0.70' },
  fee_customer: { flat: 0, percent: 0 },
  minimum_amount: 1_000,
  maximum_amount: 5_000_000,
  active: true,
}

const channels = done([
  { group: 'Virtual Account', code: 'BRIVA' },
  { ...channel, code: 'BRIVA', name: 'BRI' },
  channel,
])
test.each([null, undefined])('a part of a fee that is %s counts as none', async part => {
  provider.answer(done([{ ...channel, fee_customer: { flat: part, percent: part } }]))
  expect(await tripay.check!(call)).toMatchObject({ key: { fee: { flat: 750, percent: 0.7 } } })
})

test('a malformed row of the history does not hide the others', async () => {
  const row = { reference: 'T1', merchant_ref: 'INV-1-1', amount: 25_036, created_at: 1_763_805_600 }
  provider.answer(done([{ reference: 7 }, null, { ...row, paid_at: 1_763_805_700 }, { ...row, created_at: 'today' }]))
  const period = { from: new Date('2025-11-22T00:00:00Z'), to: new Date('2025-11-23T00:00:00Z'), cursor: null }
  expect(await tripay.history!(call, period)).toMatchObject({ rows: [{ chargeReference: 'INV-1-1' }], cursor: null })
})

const answerByPath = (code: unknown) => (path: string) => (path.endsWith('/payment-channel') ? channels : code)

test('connecting learns the fee and the limits of the channel, and a code proves all keys', async () => {
  provider.answer(answerByPath(done(made)))
  const { credentials, account } = await tripay.probe!(call, { ...request, isLive: true })
  expect(credentials).toMatchObject({ base_url: `${provider.url}/api`, amount_min: 1_000, amount_max: 5_000_000 })
  expect(account).toMatchObject({ number: 'T0001', key: { fee: { flat: 750, percent: 0.7 }, amountMax: 5_000_000 } })
  expect(tripay.windowOf!(credentials)).toEqual({ amountMin: 1_000, amountMax: 5_000_000 })
  expect(account.provesCodes).toBe(true)
})

test("connecting requests a code of the channel's minimum amount", async () => {
  const small = { ...request, amount: 500 }
  const least = { ...made, amount: 1_000, qr_string: madeQris('1000') }
  provider.answer(answerByPath(done(least)))
  await tripay.probe!(call, { ...small, isLive: true })
  expect(JSON.parse(provider.requests.at(-1)!.body)).toMatchObject({ amount: 1_000 })
})

test('connecting with a wrong private key or merchant code is refused', async () => {
  provider.answer(answerByPath({ success: false, message: 'Invalid signature' }))
  await expect(tripay.probe!(call, { ...request, isLive: true })).rejects.toMatchObject({
    kind: 'unauthorized',
    message: expect.stringContaining('the private key or the merchant code'),
  })
})

test('a code whose response was lost is found by its reference, and otherwise created', async () => {
  const listed = (rows: unknown[]) => (path: string) =>
    path.endsWith('/merchant/transactions') ? done(rows) : done(made)
  const row = { reference: made.reference, merchant_ref: made.merchant_ref, status: 'UNPAID' }
  const pathsFor = async (rows: unknown[]) => {
    provider.answer(listed(rows))
    const before = provider.requests.length
    const code = await tripay.charge!(call, { ...request, isRepeated: true })
    expect(code).toMatchObject({ providerInvoiceId: made.reference, qris: made.qr_string })
    return provider.requests.slice(before).map(({ url }) => `${url.pathname}${url.search}`)
  }
  const list = `/api/merchant/transactions?merchant_ref=${request.reference}`
  expect(await pathsFor([row])).toEqual([list, `/api/transaction/detail?reference=${made.reference}`])
  for (const rows of [[], [{ ...row, status: 'EXPIRED' }], [{ ...row, merchant_ref: 'OTHER' }]]) {
    expect(await pathsFor(rows)).toEqual([list, '/api/transaction/create'])
  }
})

test.each([
  ['no active QRIS channel', [{ ...channel, active: false }], 'no QRIS channel is active'],
  ['a fee for the payer', [{ ...channel, fee_customer: { flat: 750, percent: 0.7 } }], 'Set the fee to the merchant'],
])('connecting an account with %s is refused, naming the setting', async (_name, channels, sentence) => {
  provider.answer(done(channels))
  await expect(tripay.probe!(call, { ...request, isLive: true })).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(new RegExp(`${sentence}.*Atur Channel Pembayaran`)),
  })
})

test('a sandbox key is looked up there, and pointed out in a live connection', async () => {
  const fetch = async (address: string) => {
    const isSandbox = address.startsWith('https://tripay.co.id/api-sandbox/')
    const taken = address.endsWith('/create') ? done(made) : done([channel])
    const body = isSandbox ? taken : { success: false, message: 'Invalid API Key' }
    return { status: isSandbox ? 200 : 401, headers: {}, body: Buffer.from(JSON.stringify(body)) }
  }
  const credentials = tripay.credentials.parse({ ...keys, api_key: '“DEV-abc”' })
  const probe = (isLive: boolean) => tripay.probe!({ credentials, outbound: { fetch } }, { ...request, isLive })
  await expect(probe(true)).rejects.toMatchObject({ wrongKey: { kind: 'sandbox_key' } })
  expect((await probe(false)).credentials.base_url).toBe('https://tripay.co.id/api-sandbox')
})

test('a wrong API key is named, with the product it may belong to', async () => {
  provider.answer({ success: false, message: 'Invalid API Key' }, 401)
  await expect(tripay.check!(call)).rejects.toMatchObject({
    kind: 'unauthorized',
    message: expect.stringMatching(/Invalid API Key.*TriPay PPOB/),
  })
})

test.each([
  ['api_key', 'T0001'],
  ['api_key', 'SB-Mid-server-abc'],
  ['private_key', 'DEV-abc'],
  ['merchant_code', 'D1234'],
])('a paste into %s that is another key is recognised: %s', (field, value) => {
  expect(tripay.credentials.safeParse({ ...keys, [field]: value }).success).toBe(false)
})
