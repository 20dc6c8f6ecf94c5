import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkRequest } from '../../../src/connectors/snap/provider-check.ts'
import { providerRules } from '../../../src/connectors/snap/provider-rules.ts'

// apidevportal.aspi-indonesia.or.id, "Response Code" and "Signature": 400 with the case 02 for a missing field, 01 for
// a malformed one and 00 for any other body; 401 with 00 for a request that is not the partner's. DANA signs without a
// token.

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const contract = { clientSecret: 's3cret', merchantKey: publicKey, partnerId: 'PARTNER' }
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const timestamp = '2026-11-22T17:00:00+07:00'

/** Checks a signed request for a code; null leaves a header out. */
function check(
  provider: 'generic' | 'dana-qris',
  { body, headers = {} }: { body: unknown; headers?: Record<string, string | null> },
) {
  const rules = providerRules[provider]
  const { path } = rules.charge
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const signature =
    rules.signature === 'hmac'
      ? createHmac('sha512', contract.clientSecret).update(`POST:${path}:T0KEN:${sha256(text)}:${timestamp}`)
      : null
  const all = {
    authorization: rules.signature === 'hmac' ? 'Bearer T0KEN' : null,
    'x-timestamp': timestamp,
    'x-signature': signature
      ? signature.digest('base64')
      : sign('sha256', Buffer.from(`POST:${path}:${sha256(text)}:${timestamp}`), privateKey).toString('base64'),
    'x-partner-id': 'PARTNER',
    'x-external-id': '41807553358950093184162180797837',
    'channel-id': '95221',
    ...headers,
  }
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as Record<string, string>
  return checkRequest(rules, rules.charge, { path, headers: sent, body: text }, contract)
}
const missing = (field: string) => ({ status: 400, case: '02', message: `Invalid Mandatory Field ${field}` })
const malformed = (field: string) => ({ status: 400, case: '01', message: `Invalid Field Format ${field}` })
const unauthorized = (message: string) => ({ status: 401, case: '00', message: `Unauthorized. ${message}` })

const money = { value: '25000.00', currency: 'IDR' }
const bodies = {
  generic: { partnerReferenceNo: 'INV1', amount: money, merchantId: 'M1' },
  'dana-qris': { partnerReferenceNo: 'INV1', amount: money, merchantId: 'M1', storeId: 'S1' },
}

describe.each(['generic', 'dana-qris'] as const)('a request to the provider %s', provider => {
  const body = bodies[provider]

  test('a signed request with its mandatory fields is accepted', () => {
    expect(check(provider, { body })).toBeNull()
  })

  test.each(['X-TIMESTAMP', 'X-SIGNATURE', 'X-PARTNER-ID', 'X-EXTERNAL-ID', 'CHANNEL-ID'])(
    'a request without %s misses a field',
    name => {
      expect(check(provider, { body, headers: { [name.toLowerCase()]: null } })).toEqual(missing(name))
    },
  )

  test.each([
    ['X-TIMESTAMP', '22/11/2026'],
    ['X-EXTERNAL-ID', 'x'.repeat(37)],
  ])('a request whose %s is "%s" has a malformed field', (name, value) => {
    expect(check(provider, { body, headers: { [name.toLowerCase()]: value } })).toEqual(malformed(name))
  })

  test('a request of another partner, or with another signature, is not authorized', () => {
    expect(check(provider, { body, headers: { 'x-partner-id': 'OTHER' } })).toEqual(unauthorized('Partner'))
    const other = Buffer.from('other').toString('base64')
    expect(check(provider, { body, headers: { 'x-signature': other } })).toEqual(unauthorized('Signature'))
    expect(check(provider, { body, headers: { 'x-timestamp': '2026-11-22T17:00:01+07:00' } })).toEqual(
      unauthorized('Signature'),
    )
  })

  test('a body is refused by its first field that is missing or malformed', () => {
    expect(check(provider, { body: { ...body, merchantId: undefined } })).toEqual(missing('merchantId'))
    expect(check(provider, { body: { ...body, merchantId: 7 } })).toEqual(malformed('merchantId'))
    expect(check(provider, { body: { ...body, amount: { currency: 'IDR' } } })).toEqual(missing('amount.value'))
    const fraction = { value: '25000', currency: 'IDR' }
    expect(check(provider, { body: { ...body, amount: fraction } })).toEqual(malformed('amount.value'))
    for (const odd of ['null', '7', 'INV1', '']) {
      expect(check(provider, { body: odd })).toEqual({ status: 400, case: '00', message: 'Bad Request' })
    }
  })
})

test('a token is part of the text that a partner signs', () => {
  const other = check('generic', { body: bodies.generic, headers: { authorization: 'Bearer OTHER' } })
  expect(other).toEqual(unauthorized('Signature'))
})
