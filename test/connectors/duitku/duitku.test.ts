import { afterAll, beforeAll, expect, test } from 'vitest'
import { duitku } from '../../../src/connectors/duitku/duitku.ts'
import { signText } from '../../../src/connectors/duitku/signature.ts'
import { duitkuSimulator, makeDuitkuCallback, makeDuitkuContract } from '../../../src/connectors/duitku/simulator.ts'
import type { CodeRow } from '../../../src/connectors/simulator/code.ts'
import { madeQris } from '../made-qris.ts'
import { startProvider } from '../provider.ts'

let provider: Awaited<ReturnType<typeof startProvider>>
let call: Parameters<NonNullable<typeof duitku.charge>>[0]
let kept: string | null

const keys = { merchant_code: 'D0000', api_key: 'EXAMPLEKEY' }

beforeAll(async () => {
  provider = await startProvider()
  const tokens = {
    get: async (make: () => Promise<{ text: string }>) => {
      kept ??= (await make()).text
      return kept
    },
    drop: async () => {
      kept = null
    },
  }
  const credentials = duitku.credentials.parse({ ...keys, base_url: `${provider.url}/` })
  call = { credentials, outbound: provider.outbound, tokens, hook: 'https://toko.example/hooks/duitku/7' }
})
afterAll(() => provider.stop())

const request = {
  reference: 'INV-1',
  amount: 25_036,
  requestedAt: new Date('2026-11-22T10:00:00Z'),
  expiresAt: new Date('2026-11-22T10:14:30Z'),
}
const charge = {
  reference: 'INV-1',
  providerInvoiceId: 'D0000123',
  amount: 25_036,
  requestDate: request.requestedAt,
  askedAt: new Date('2026-11-22T10:05:00Z'),
  payableUntil: new Date('2026-11-22T10:20:00Z'),
}
const { calendar } = { calendar: undefined as never }
const push = (fields: Record<string, string>) => ({
  method: 'POST',
  path: '/hooks/duitku/7',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: Buffer.from(String(new URLSearchParams(fields))),
  receivedAt: new Date(),
  calendar,
})

// The documented signed texts of https://docs.duitku.com/api/id/ (HMAC since April 2026), hashed with an invented key
// by other software (openssl dgst -hmac).
test.each([
  ['a request for a code', 'D0000INV-125036', 'cbf6d0f36a3458815b89f00cc06d28633002fa216eb58a6b9ea934d4c429ea91'],
  ['a callback', 'D000025036INV-1', '024bb556e42352ca7dc2e601db752dad6a712c626b5d087e52600ecdfc8b59bd'],
  ['a query of a code', 'D0000INV-1', '1abac52fc704c771c56cec8f538f0c24ed970ea145eabc92abe4c2829bc78552'],
  [
    'the list of methods',
    'D0000250362026-11-22 17:00:00',
    'a7874ee8fdc378aa36642d1631a68cad02c59c9705997c8df632d2082ca04345',
  ],
])('%s is signed as documented', (_name, text, signature) => {
  expect(signText({ form: 'hmac', apiKey: 'EXAMPLEKEY' }, text)).toBe(signature)
})

// The format before April 2026: these texts followed by the key, hashed by md5sum and sha256sum.
test.each([
  ['a request for a code', 'D0000INV-125036', 'md5', '781b05e4365bde909c72ab99c52ea853'],
  ['a callback', 'D000025036INV-1', 'md5', 'accf9b2fcb76361e187f5ba792cdd49b'],
  ['a query of a code', 'D0000INV-1', 'md5', '93aff64ff2479d88e6c66abe779202c4'],
  [
    'the list of methods',
    'D0000250362026-11-22 17:00:00',
    'sha256',
    'c4fb9f69230b582cb697c3b21c80d24a51d920d82aaeae749f55677da9a3430c',
  ],
] as const)('%s is signed in the old form as it was documented', (_name, text, oldHash, signature) => {
  expect(signText({ form: 'old', apiKey: 'EXAMPLEKEY' }, text, oldHash)).toBe(signature)
})

test('a code is requested with the fields that Duitku requires, and the callback address', async () => {
  kept = 'hmac NQ'
  provider.answer({ ...made, qrString: madeQris('25036.00') })
  expect(await duitku.charge!(call, request)).toMatchObject({
    providerInvoiceId: 'D0000123',
    endsAt: new Date('2026-11-22T10:15:00Z'),
  })
  const { url, body } = provider.requests.at(-1)!
  expect(url.pathname).toBe('/webapi/api/merchant/v2/inquiry')
  expect(JSON.parse(body)).toMatchObject({
    merchantCode: 'D0000',
    paymentAmount: 25_036,
    paymentMethod: 'NQ',
    merchantOrderId: 'INV-1',
    callbackUrl: 'https://toko.example/hooks/duitku/7',
    returnUrl: 'https://toko.example',
    expiryPeriod: 15,
    signature: 'cbf6d0f36a3458815b89f00cc06d28633002fa216eb58a6b9ea934d4c429ea91',
  })
})

const made = { merchantCode: 'D0000', reference: 'D0000123', amount: '25036', statusCode: '00' }
const status = { merchantOrderId: 'INV-1', reference: 'D0000123', amount: '25036', statusMessage: '' }

test.each([
  ['another amount in the code', { ...made, qrString: madeQris('25037') }],
  ['another amount beside it', { ...made, amount: '25037', qrString: madeQris('25036') }],
  ['another merchant', { ...made, merchantCode: 'D0001', qrString: madeQris('25036') }],
  ['no code', made],
  ['another state', { ...made, statusCode: '01', qrString: madeQris('25036') }],
])('a code with %s is never displayed', async (_name, answer) => {
  kept = 'hmac SP'
  provider.answer(answer)
  await expect(duitku.charge!(call, request)).rejects.toMatchObject({ kind: 'unexpected' })
})

test.each([
  ['01', { paid: false }],
  ['02', { paid: false }],
  ['00', { paid: true, transfer: { reference: 'D0000123', amount: 25_036, occurredAt: null } }],
])('the status %s of a code is read as documented', async (statusCode, answer) => {
  kept = 'hmac SP'
  provider.answer({ ...status, statusCode })
  expect(await duitku.status!(call, charge)).toMatchObject(answer)
})

test.each([
  ['another order', { ...status, merchantOrderId: 'INV-2', statusCode: '00' }, 200, 'unexpected'],
  ['another reference', { ...status, reference: 'D0000999', statusCode: '00' }, 200, 'unexpected'],
  ['no amount', { ...status, amount: undefined, statusCode: '00' }, 200, 'unexpected'],
  ['paid with HTTP 500', { ...status, statusCode: '00' }, 500, 'unreachable'],
  ['a page', '<html>', 200, 'unexpected'],
  ['that it is queried too often', { Message: 'Too many requests' }, 400, 'unreachable'],
  ['that the order does not exist', { Message: 'Transaction not found' }, 404, 'unexpected'],
  ['a redirect', '', 302, 'unexpected'],
])('a response that says %s is an error and never "paid"', async (_name, body, httpStatus, kind) => {
  kept = 'hmac SP'
  provider.answer(body, httpStatus)
  await expect(duitku.status!(call, charge)).rejects.toMatchObject({ kind })
})

test.each([
  [401, 'Wrong signature', 'unauthorized'],
  [404, 'Merchant not found', 'unauthorized'],
  [400, 'Wrong signature', 'unauthorized'],
  [409, 'Transaction is already in process', 'taken'],
  [400, 'Minimum Payment 10000 IDR', 'refused'],
])('HTTP %i with "%s" is recognised: %s', async (httpStatus, Message, kind) => {
  kept = 'hmac SP'
  provider.answer({ Message }, httpStatus)
  await expect(duitku.charge!(call, request)).rejects.toMatchObject({ kind })
})

test('HTTP 201 with a code is accepted', async () => {
  kept = 'hmac SP'
  provider.answer({ ...made, qrString: madeQris('25036') }, 201)
  expect(await duitku.charge!(call, request)).toMatchObject({ providerInvoiceId: made.reference })
})

test.each([
  ['the first known channel', [{ paymentMethod: 'BC' }, { paymentMethod: 'NQ' }, { paymentMethod: 'SP' }], 'SP'],
  ['a channel that only has QRIS in its name', [{ paymentMethod: 'XX', paymentName: 'BNI QRIS' }], 'XX'],
  ['a channel beside an odd row', [{ paymentName: 'QRIS' }, null, { paymentMethod: 'DQ', totalFee: {} }], 'DQ'],
])('a code is created by %s of the project', async (_name, paymentFee, method) => {
  kept = null
  provider.answer((path: string) =>
    path.endsWith('/getpaymentmethod') ? { paymentFee } : { ...made, qrString: madeQris('25036') },
  )
  await duitku.charge!(call, request)
  expect(JSON.parse(provider.requests.at(-1)!.body)).toMatchObject({ paymentMethod: method })
})

test('connecting shows the fee from the list of methods, for the amount it was requested for', async () => {
  provider.answer({ paymentFee: [{ paymentMethod: 'SP', totalFee: '70' }] })
  const { account } = await duitku.probe!(call, { ...request, isLive: true })
  expect(account.key).toMatchObject({ feeOf: { amount: 10_000, fee: 70 }, amountMin: 10_000 })
})

test('a project whose QRIS was switched off creates no codes, and its open ones are still checked', async () => {
  kept = 'hmac'
  provider.answer({ paymentFee: [{ paymentMethod: 'BC' }] })
  await expect(duitku.charge!(call, request)).rejects.toThrow('ask Duitku to activate QRIS')
  provider.answer({ ...status, statusCode: '00' })
  kept = 'hmac'
  expect(await duitku.status!(call, charge)).toMatchObject({ paid: true })
})

const callback = { merchantCode: 'D0000', amount: '25036', merchantOrderId: 'INV-1', resultCode: '00' }
const signed = { ...callback, signature: '024bb556e42352ca7dc2e601db752dad6a712c626b5d087e52600ecdfc8b59bd' }

test('a signed callback triggers a check, and one of a failed payment does not', async () => {
  kept = 'hmac SP'
  const charges = [{ reference: 'INV-1', providerInvoiceId: null }]
  expect(await duitku.receive!(call, push(signed))).toMatchObject({ charges, transfers: [], answer: { status: 200 } })
  expect(await duitku.receive!(call, push({ ...signed, resultCode: '01' }))).toMatchObject({ charges: [] })
  expect(duitku.signedTexts!(call, push(signed))).toContain('D000025036INV-1')
})

test.each([
  ['of another amount', { ...signed, amount: '25037' }],
  ['of another merchant', { ...signed, merchantCode: 'D0001' }],
  ['without a signature', callback],
  ['in the old form', { ...callback, signature: 'accf9b2fcb76361e187f5ba792cdd49b' }],
])('a callback %s is refused', async (_name, fields) => {
  kept = 'hmac SP'
  await expect(duitku.receive!(call, push(fields))).rejects.toMatchObject({ name: 'ConnectorError' })
})

test('a project that has switched to HMAC signatures is recognised and asked again', async () => {
  kept = 'old SP'
  provider.answer({ paymentFee: [{ paymentMethod: 'SP' }] })
  expect(await duitku.receive!(call, push(signed))).toMatchObject({ form: 'hmac' })
  expect(kept).toBe('hmac SP')
})

test('a project that still accepts the old signatures gets them after one refusal', async () => {
  const old = makeDuitkuContract(provider.url, 'D123', 'old')
  const twin = async (address: string, options: { body?: string } = {}) => {
    const { work } = duitkuSimulator.routes.find(({ path }) => address.endsWith(path))!
    const needs = { realNow: () => new Date() } as never
    const { status: code, body } = await work(needs, { query: new URLSearchParams(), headers: {}, body: options.body! })
    asked.push(code)
    return { status: code, headers: {}, body: Buffer.from(JSON.stringify(body)) }
  }
  const asked: number[] = []
  const oldCall = { credentials: duitku.credentials.parse(old), outbound: { fetch: twin } }
  expect(await duitku.check!(oldCall)).toMatchObject({ number: 'D123-old', provesCodes: true })
  expect(asked).toEqual([401, 200])
  kept = 'old SP'
  const code = { mid: 'duitku D123-old', client_reference: 'INV-9', amount: 10_500, id: 7 } as CodeRow
  const { body, headers } = makeDuitkuCallback(code, 'https://toko.example/')
  const received = { ...push({}), body: Buffer.from(body), headers }
  const tokens = call.tokens!
  expect(await duitku.receive!({ ...oldCall, tokens }, received)).toMatchObject({ form: 'old' })
})

test("a clock that is ten minutes off does not refuse a key, because the provider's time is used", async () => {
  const { work } = duitkuSimulator.routes[0]!
  const needs = { realNow: () => new Date(Date.now() + 600_000) } as never
  const fetch = async (_address: string, options: { body?: string } = {}) => {
    const asked = { query: new URLSearchParams(), headers: {}, body: options.body! }
    const { status: code, body, headers = {} } = await work(needs, asked)
    return { status: code, headers, body: Buffer.from(JSON.stringify(body)) }
  }
  const credentials = duitku.credentials.parse(makeDuitkuContract(provider.url, 'D124'))
  expect(await duitku.check!({ credentials, outbound: { fetch } })).toMatchObject({ number: 'D124' })
})

test('the code of a sandbox project is pointed out when a live connection is made', async () => {
  const fetch = async (address: string) => {
    const isSandbox = address.startsWith('https://sandbox.duitku.com/')
    const body = isSandbox ? { paymentFee: [{ paymentMethod: 'SP' }] } : { Message: 'Merchant not found' }
    return { status: isSandbox ? 200 : 404, headers: {}, body: Buffer.from(JSON.stringify(body)) }
  }
  const credentials = duitku.credentials.parse({ merchant_code: '"DS1234" ', api_key: ' `abc` ' })
  expect(credentials).toMatchObject({ merchant_code: 'DS1234', api_key: 'abc' })
  const probe = duitku.probe!({ credentials, outbound: { fetch } }, { ...request, isLive: true })
  await expect(probe).rejects.toMatchObject({ wrongKey: { kind: 'sandbox_key' } })
  const found = await duitku.probe!({ credentials, outbound: { fetch } }, { ...request, isLive: false })
  expect(found.credentials).toMatchObject({ base_url: 'https://sandbox.duitku.com' })
})

test.each([
  ['api_key', 'Mid-server-abc'],
  ['api_key', 'xnd_production_abc'],
  ['api_key', 'D1234'],
  ['merchant_code', 'T1234'],
])('a paste into %s that is another key is recognised: %s', (field, value) => {
  expect(duitku.credentials.safeParse({ ...keys, [field]: value }).success).toBe(false)
})
