import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readPublicKey } from '../../../src/connectors/snap/keys.ts'
import { type ProfileId, profiles } from '../../../src/connectors/snap/profiles.ts'
import {
  makeAsymmetricText,
  makeSymmetricText,
  sha256Hex,
  verifyHmac,
  verifyRsa,
} from '../../../src/connectors/snap/signature.ts'
import { snap } from '../../../src/connectors/snap/snap.ts'
import { startProvider } from '../provider.ts'
import { pageVectors, sdkVectors } from './outside.ts'

const demo = JSON.parse(readFileSync(path.join(import.meta.dirname, 'vectors.json'), 'utf8'))

let provider: Awaited<ReturnType<typeof startProvider>>

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.stop())
beforeEach(() => {
  provider.requests.length = 0
})

const reference = 'INV-0123456789ABCDEFGHJK-1'
const requestedAt = new Date('2026-11-26T03:00:00Z')
const request = { reference, amount: 15_000, requestedAt, expiresAt: new Date('2026-11-26T03:30:00Z') }
const charge = {
  reference,
  providerInvoiceId: 'REF0001',
  amount: 15_000,
  requestDate: requestedAt,
  askedAt: new Date('2026-11-26T03:10:00Z'),
  payableUntil: new Date('2026-11-26T03:35:00Z'),
}
const hook = 'https://warung.example/hooks/snap/14'
const tokens = { get: async () => 'TOK-VEC', drop: async () => {} }

// Stored credentials are not parsed again: a connection of the previous version may contain these.
const stored = {
  base_url: '',
  client_id: 'CLIENT-VEC',
  client_secret: 'secret-VEC/+=é',
  private_key: demo.private_key,
  provider_public_key: demo.public_key,
  merchant_id: 'M0012345',
  store_id: 'S1',
  terminal_id: 'T1',
  postal_code: '10110',
}

const callTo = (profile: ProfileId, change: object = {}) => ({
  credentials: { ...stored, base_url: provider.url, profile, ...change },
  outbound: provider.outbound,
  tokens,
  hook,
})

/** Returns the request that creates, checks or cancels a code; its answer is not used. */
async function sent(profile: ProfileId, act: 'charge' | 'status' | 'cancel' = 'charge', change: object = {}) {
  provider.answer({ responseCode: '5000000', responseMessage: 'General Error' }, 500)
  const call = callTo(profile, change)
  const acts = {
    charge: () => snap.charge!(call, request),
    status: () => snap.status!(call, charge),
    cancel: () => snap.cancel!(call, charge, 'customer left'),
  }
  await acts[act]().catch(() => {})
  const { url, headers, body } = provider.requests.at(-1)!
  return { path: url.pathname, headers, text: body, body: JSON.parse(body) }
}

/** Returns the fields of a body with the types of their values; nested ones have dots. */
function fieldsOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${at}: ${typeof value}`]
  return Object.entries(value).flatMap(([field, one]) => fieldsOf(one, at === '' ? field : `${at}.${field}`))
}

const bodyOf = (provider: string, kind: string) =>
  JSON.parse([...sdkVectors, ...pageVectors].find(one => one.provider === provider && one.kind === kind)!.input.body!)

describe("bodies have exactly the fields that the providers' own software sends", () => {
  test.each([
    ['bri', 'charge', 'generate-request', []],
    ['bri', 'status', 'query-request', []],
    ['dana', 'charge', 'generate-request', []],
    ['dana', 'status', 'query-request', []],
    ['dana', 'cancel', 'cancel-request', []],
    ['dana-qris', 'charge', 'generate-request', []],
    ['dana-qris', 'status', 'query-request', []],
    ['dana-qris', 'cancel', 'cancel-request', []],
    ['faspay', 'charge', 'generate-request', ['additionalInfo.phoneNo: string']],
    ['midtrans', 'status', 'query-request', []],
    ['midtrans', 'cancel', 'cancel-request', []],
  ] as const)("the body has the fields of the provider's software: %s, %s", async (profile, act, kind, optional) => {
    const { body } = await sent(profile, act)
    const theirs = fieldsOf(bodyOf(profile, kind)).filter(field => !(optional as readonly string[]).includes(field))
    expect(fieldsOf(body)).toEqual(expect.arrayContaining(theirs))
  })
})

describe('BRI', () => {
  test('BRI gets its signature in lower-case hex, as its SDK writes it', async () => {
    for (const act of ['charge', 'status'] as const) {
      const { path: signed, headers, text } = await sent('bri', act)
      const signature = String(headers['x-signature'])
      const timestamp = String(headers['x-timestamp'])
      const covered = makeSymmetricText(
        'TOK-VEC',
        { method: 'POST', path: signed, body: text, timestamp },
        sha256Hex(text),
      )
      expect(signature).toMatch(/^[0-9a-f]{128}$/)
      expect(verifyHmac(stored.client_secret, covered, { signature, encoding: 'hex' })).toBe(true)
    }
  })

  test('BRI gets its partner id, or the client id if a connection was stored without one', async () => {
    expect((await sent('bri', 'charge', { partner_id: '456077' })).headers['x-partner-id']).toBe('456077')
    expect((await sent('bri')).headers['x-partner-id']).toBe('CLIENT-VEC')
  })
})

describe('DANA', () => {
  test('DANA receives a notification address, a title, a scenario and a merchant category', async () => {
    const { body } = await sent('dana')
    expect(body).toMatchObject({
      partnerReferenceNo: 'INV0123456789ABCDEFGHJK1',
      urlParams: [
        { url: 'https://warung.example/', type: 'PAY_RETURN', isDeeplink: 'N' },
        { url: `${hook}/v1.0/debit/notify`, type: 'NOTIFICATION', isDeeplink: 'N' },
      ],
      additionalInfo: { mcc: '5999', order: { scenario: 'API' } },
    })
    expect((await sent('dana', 'charge', { mcc: '5411' })).body.additionalInfo.mcc).toBe('5411')
  })
})

test('Faspay gets digits as external id, the merchant id as partner, and 77001 as channel', async () => {
  const { headers, body } = await sent('faspay', 'charge', { merchant_id: '37116' })
  expect(headers).toMatchObject({ 'x-partner-id': '37116', 'channel-id': '77001' })
  expect(headers['x-external-id']).toMatch(/^\d{1,36}$/)
  expect(body.additionalInfo).toEqual({
    billDate: '2026-11-26T10:00:00+07:00',
    billDescription: `Payment ${reference}`,
    channelCode: '711',
  })
  expect((await sent('faspay', 'charge', { channel_code: '715' })).body.additionalInfo.channelCode).toBe('715')
})

test('DOKU revokes a code by its reference, merchant and terminal', async () => {
  const { path: called, body } = await sent('doku', 'cancel')
  expect(called).toBe('/snap-adapter/b2b/v1.0/qr/qr-mpm-cancel')
  expect(body).toEqual({
    originalPartnerReferenceNo: reference,
    merchantId: 'M0012345',
    terminalId: 'T1',
    reason: 'customer left',
  })
})

describe('Midtrans', () => {
  test('Midtrans gets the acquirer of the credentials, or GoPay if they name none', async () => {
    expect((await sent('midtrans')).body.additionalInfo).toEqual({ acquirer: 'gopay' })
    const shopee = await sent('midtrans', 'charge', { acquirer: 'airpay shopee' })
    expect(shopee.body.additionalInfo).toEqual({ acquirer: 'airpay shopee' })
  })

  test('the books of Midtrans are requested with numeric page parameters', async () => {
    provider.answer({ responseCode: '4041200', responseMessage: 'Not Found' }, 404)
    await snap.history!(callTo('midtrans'), { from: requestedAt, to: requestedAt, cursor: null })
    expect(JSON.parse(provider.requests.at(-1)!.body)).toMatchObject({ pageSize: 50, pageNumber: 0 })
  })
})

test.each(['dana', 'dana-qris', 'faspay'] as const)('%s gets an RSA signature without a token', async profile => {
  const { path: signed, headers, text } = await sent(profile)
  const timestamp = String(headers['x-timestamp'])
  const covered = makeAsymmetricText({ method: 'POST', path: signed, body: text, timestamp }, sha256Hex(text))
  expect(verifyRsa(readPublicKey(demo.public_key), covered, String(headers['x-signature']))).toBe(true)
  expect(headers.authorization).toBeUndefined()
})

describe('the payer', () => {
  const paid = (additionalInfo: object, more: object = {}) => ({
    responseCode: '2005100',
    responseMessage: 'Successful',
    latestTransactionStatus: '00',
    originalReferenceNo: 'REF0001',
    amount: { value: '15000.00', currency: 'IDR' },
    additionalInfo,
    ...more,
  })

  // Field names of the providers' pages: developer.ifortepay.id, developers.bri.co.id, docs.winpay.id, SpeedCash.
  test.each([
    [{ customerName: 'Siti', issuer: 'GoPay' }, 'Siti', 'GoPay'],
    [{ customerName: 'Siti', issuerName: 'GOPAY' }, 'Siti', 'GOPAY'],
    [{ issuer: 'Dana', rrn: '810534941939', buyerReff: 'Winpay' }, 'Winpay', 'Dana'],
    [{ buyyerReff: 'Budi', brandName: 'DANA' }, 'Budi', 'DANA'],
    [{ payerName: ' ', customerName: 'Siti' }, 'Siti', null],
    [{ payerName: 7, customerName: { first: 'Siti' } }, null, null],
    [{}, null, null],
  ])('the payer is read from %j', async (additionalInfo, payerName, payerApp) => {
    provider.answer(paid(additionalInfo))
    const status = await snap.status!(callTo('doku'), charge)
    expect(status).toMatchObject({ paid: true, transfer: { payerName, payerApp } })
  })

  test("a payment time is read from iFortePay's fourteen digits", async () => {
    provider.answer(paid({}, { paidTime: '20261126100500' }))
    const status = await snap.status!(callTo('generic'), charge)
    expect(status).toMatchObject({ transfer: { occurredAt: new Date('2026-11-26T03:05:00Z') } })
  })
})

test("every profile can make the previous version's requests from stored credentials", async () => {
  for (const profile of Object.keys(profiles) as ProfileId[]) {
    const { body } = await sent(profile)
    expect(body.partnerReferenceNo.replaceAll('-', ''), profile).toBe(reference.replaceAll('-', ''))
    expect(JSON.stringify(body), profile).not.toContain('$')
  }
})
