import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ipaymu } from '../../../src/connectors/ipaymu/ipaymu.ts'
import { makeIpaymuCallback } from '../../../src/connectors/ipaymu/simulator.ts'
import type { CodeRow } from '../../../src/connectors/simulator/code.ts'
import { madeQris } from '../made-qris.ts'
import { startProvider } from '../provider.ts'

let provider: Awaited<ReturnType<typeof startProvider>>
let call: Parameters<NonNullable<typeof ipaymu.charge>>[0]

const keys = { va: '0000000000000000', api_key: 'EXAMPLE-API-KEY' }

beforeAll(async () => {
  provider = await startProvider()
  const credentials = ipaymu.credentials.parse({ ...keys, base_url: `${provider.url}/` })
  call = { credentials, outbound: provider.outbound, hook: 'https://toko.example/hooks/ipaymu/7' }
})
afterAll(() => provider.stop())

const request = {
  reference: 'INV-1-1',
  amount: 100_000,
  requestedAt: new Date('2026-11-22T10:00:00Z'),
  expiresAt: new Date('2026-11-22T10:05:00Z'),
}
const charge = {
  reference: 'INV-1-1',
  providerInvoiceId: '130770',
  amount: 100_000,
  requestDate: request.requestedAt,
  askedAt: new Date('2026-11-22T10:04:00Z'),
  payableUntil: new Date('2026-11-22T10:10:00Z'),
}
const made = {
  TransactionId: 130_770,
  ReferenceId: 'INV-1-1',
  QrString: madeQris('100000'),
  Total: 100_000,
  Fee: 700,
  FeeDirection: 'MERCHANT',
}
const done = (Data: unknown) => ({ Status: 200, Success: true, Message: 'Success', Data })
const push = (body: string, headers: Record<string, string>) => ({
  method: 'POST',
  path: '/hooks/ipaymu/7',
  headers,
  body: Buffer.from(body),
  receivedAt: new Date(),
  calendar: undefined as never,
})

// https://github.com/ipaymu/docs-ipaymu-api-v2 content/docs/signature.en.mdx, hashed with an invented key by other
// software.
test('a request is signed as documented', async () => {
  provider.answer(done([]))
  await expect(ipaymu.check!(call)).rejects.toThrow('QRIS is not active')
  const sent = provider.requests.slice(-2).map(({ url, method, headers }) => [method, url.pathname, headers.signature])
  expect(sent).toEqual([
    ['POST', '/api/v2/balance', 'e07149a8f44173023d04683dc4f40139cc42bab79bd00e298d061cf3892fcdb6'],
    // Over an empty object, as in public code.
    ['GET', '/api/v2/payment-channels', '8775526e14938792d4ae73f3c87c43ffe7f7d196632fa1bfc2bf9cbe771be85e'],
  ])
})

// The recipe of content/docs/callback.en.mdx in the same repository, with a made-up account number.
test('a callback is signed as documented', () => {
  const [text] = ipaymu.signedTexts!(call, push('trx_id=1&status_code=1&url=https%3A%2F%2Fx.test%2Fn', {}))
  expect(createHmac('sha256', keys.va).update(text!).digest('hex')).toBe(
    'e26e78ac421901fcd2a1a6e9db60f215bfa0dedac30353d950b9027113996b94',
  )
})

test('HTTP 201 with a code is accepted', async () => {
  provider.answer({ ...done(made), Status: 201 }, 201)
  expect(await ipaymu.charge!(call, request)).toMatchObject({ providerInvoiceId: '130770' })
})

test('a code is requested with the fee charged to the merchant', async () => {
  provider.answer(done(made))
  expect(await ipaymu.charge!(call, request)).toMatchObject({ providerInvoiceId: '130770', qris: made.QrString })
  const { url, headers, body } = provider.requests.at(-1)!
  expect([url.pathname, headers.va]).toEqual(['/api/v2/payment/direct', keys.va])
  expect(headers.timestamp).toMatch(/^\d{14}$/)
  expect(JSON.parse(body)).toMatchObject({
    amount: 100_000,
    referenceId: 'INV-1-1',
    notifyUrl: 'https://toko.example/hooks/ipaymu/7',
    paymentMethod: 'qris',
    paymentChannel: 'mpm',
    feeDirection: 'MERCHANT',
  })
})

// The documentation's example: 100.700 in the code for 100.000, with the fee paid by the buyer.
test('a code whose payer pays the fee is refused, naming the setting', async () => {
  provider.answer(done({ ...made, Total: 100_700, FeeDirection: 'BUYER', QrString: madeQris('100700') }))
  await expect(ipaymu.charge!(call, request)).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('feeDirection'),
  })
})

test("the lifetime of a code follows the provider's time, whose clock may be ten minutes off", async () => {
  const fetch = async () => {
    const body = done({ ...made, Expired: '2026-11-22 16:55:00' })
    const headers = { date: new Date('2026-11-22T09:50:00Z').toUTCString() }
    return { status: 200, headers, body: Buffer.from(JSON.stringify(body)) }
  }
  const { endsAt } = await ipaymu.charge!({ ...call, outbound: { fetch } }, request)
  expect(endsAt).toEqual(new Date('2026-11-22T10:05:00Z'))
})

test.each([
  ['another amount', { ...made, QrString: madeQris('100001') }],
  ['another reference', { ...made, ReferenceId: 'INV-2-1' }],
  ['no code', { ...made, QrString: '' }],
])('a code with %s is never displayed', async (_name, data) => {
  provider.answer(done(data))
  await expect(ipaymu.charge!(call, request)).rejects.toMatchObject({ kind: 'unexpected' })
})

const transaction = { TransactionId: 130_770, ReferenceId: 'INV-1-1', Amount: 100_000 }

// The codes of content/docs/transaction/check-transaction.en.mdx.
test.each([0, 2, 3, 4, 5, -2])('the status %i is not paid', async Status => {
  provider.answer(done({ ...transaction, Status }))
  expect(await ipaymu.status!(call, charge)).toEqual({ paid: false })
})

test.each([1, 6])('the status %i is paid', async Status => {
  provider.answer(done({ ...transaction, Status, SuccessDate: '2026-11-22 17:03:00' }))
  const transfer = { reference: '130770', amount: 100_000, occurredAt: new Date('2026-11-22T10:03:00Z') }
  expect(await ipaymu.status!(call, charge)).toMatchObject({ paid: true, transfer })
})

// PHP writes the date of MySQL that stands for none.
test('a time that does not exist counts as missing', async () => {
  const never = '0000-00-00 00:00:00'
  provider.answer(done({ ...transaction, Status: 1, SuccessDate: never }))
  expect(await ipaymu.status!(call, charge)).toMatchObject({ paid: true, transfer: { occurredAt: null } })
  provider.answer(done({ ...made, Expired: never }))
  expect(await ipaymu.charge!(call, request)).not.toHaveProperty('endsAt')
  provider.answer(done({ Total_Page: 1, Results: [{ ...transaction, Status: 1, SuccessDate: never }] }))
  const period = { from: request.requestedAt, to: request.expiresAt, cursor: null }
  expect(await ipaymu.history!(call, period)).toEqual({ rows: [], cursor: null })
})

test.each([
  ['escrow', done({ ...transaction, Status: 7 }), 200, 'unexpected'],
  ['another transaction', done({ ...transaction, TransactionId: 1, Status: 1 }), 200, 'unexpected'],
  ['another reference', done({ ...transaction, ReferenceId: 'X', Status: 1 }), 200, 'unexpected'],
  ['no amount', done({ ...transaction, Amount: null, Status: 1 }), 200, 'unexpected'],
  ['unauthorized', { Status: 401, Message: 'unauthorized' }, 401, 'unauthorized'],
  ['unauthorized inside HTTP 200', { Status: 401, Message: 'unauthorized' }, 200, 'unauthorized'],
  ['a wrong account', { Status: 400, Message: 'Bad', Error: { account: ['Invalid va'] } }, 400, 'unauthorized'],
  ['an unknown address', { Status: 403, Message: 'Invalid IP' }, 403, 'refused'],
  ['an unknown domain', { Status: 403, Message: 'Invalid Domain' }, 403, 'refused'],
  ['paid with HTTP 500', done({ ...transaction, Status: 1 }), 500, 'unreachable'],
  ['a page', '<html>', 502, 'unreachable'],
])('a response that says %s is an error and never "paid"', async (_name, body, status, kind) => {
  provider.answer(body, status)
  await expect(ipaymu.status!(call, charge)).rejects.toMatchObject({ kind })
})

test('an unregistered address or domain is named, with the place to register it', async () => {
  provider.answer({ Status: 403, Message: 'Invalid IP' }, 403)
  await expect(ipaymu.charge!(call, request)).rejects.toThrow('my.ipaymu.com/ip')
  provider.answer({ Status: 403, Message: 'Invalid Domain' }, 403)
  await expect(ipaymu.charge!(call, request)).rejects.toThrow('toko.example')
})

const code = {
  id: 130_770,
  mid: `ipaymu ${keys.va}`,
  client_reference: 'INV-1-1 0',
  amount: 100_000,
  requested_at: new Date(),
  paid_at: new Date(),
} as CodeRow

test.each(['form', 'json'] as const)('a callback as %s triggers a check', async form => {
  const { body, headers } = makeIpaymuCallback(code, call.hook!, form)
  expect(await ipaymu.receive!(call, push(body, headers))).toEqual({
    charges: [{ reference: 'INV-1-1', providerInvoiceId: '130770' }],
    transfers: [],
    answer: { status: 200, body: { status: 'OK' } },
  })
  const forged = push(body.replace('130770', '130771'), headers)
  await expect(ipaymu.receive!(call, forged)).rejects.toMatchObject({ kind: 'unauthorized' })
  const other = makeIpaymuCallback({ ...code, mid: 'ipaymu 1179000000000001' }, call.hook!, form)
  await expect(ipaymu.receive!(call, push(other.body, other.headers))).rejects.toMatchObject({ kind: 'unauthorized' })
})

test.each([
  ['api_key', '1179001234567890'],
  ['api_key', 'xnd_public_production_abc'],
  ['va', 'QbGcoO0Qds9sQFDmY0MWg1Tq'],
])('a paste into %s that is another key is recognised: %s', (field, value) => {
  expect(ipaymu.credentials.safeParse({ ...keys, [field]: value }).success).toBe(false)
})

test.each([
  ['active', true],
  ['Active', true],
  ['inactive', false],
])('a QRIS channel that is %s, beside odd ones, decides if QRIS can be used', async (FeatureStatus, isTaken) => {
  const data = [null, { Code: 'va', Channels: [{}] }, { Code: 'QRIS', Channels: [7, { Code: 'mpm', FeatureStatus }] }]
  provider.answer(done(data))
  const probing = ipaymu.probe!(call, { ...request, isLive: true })
  if (isTaken) expect((await probing).account.provesCodes).toBe(true)
  else await expect(probing).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('QRIS') })
})

test('an account number is read even with pasted dots and spaces', () => {
  const credentials = ipaymu.credentials.parse({ ...keys, va: ' "1179-0012 3456.7890" ' })
  expect(credentials.va).toBe('1179001234567890')
})
