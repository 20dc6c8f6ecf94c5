import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Push } from '../../../src/connectors/connector.ts'
import { receivePush, refusePush } from '../../../src/connectors/snap/notify.ts'
import type { ProfileId } from '../../../src/connectors/snap/profiles.ts'
import { snap } from '../../../src/connectors/snap/snap.ts'

// Signed here by the recipes of the providers' SDKs and pages, not by the connector's functions.

const demo = JSON.parse(readFileSync(path.join(import.meta.dirname, 'vectors.json'), 'utf8'))
const theirs = generateKeyPairSync('rsa', { modulusLength: 2048 })
const now = new Date('2026-11-26T03:00:00.250Z')
const time = '2026-11-26T03:00:00.250Z'
const reference = 'INV-0123456789ABCDEFGHJK-1'
const body = JSON.stringify({
  originalReferenceNo: 'REF0001',
  originalPartnerReferenceNo: reference,
  latestTransactionStatus: '00',
  amount: { value: '15000.00', currency: 'IDR' },
})
const secret = 'vec-secret/+=é'

function callTo(profile: ProfileId, connection = 16, change: object = {}) {
  const credentials = {
    profile,
    base_url: 'https://provider.example',
    client_id: 'CLIENT-VEC',
    partner_id: '456077',
    client_secret: secret,
    private_key: demo.private_key,
    provider_public_key: theirs.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    merchant_id: 'M1',
    ...change,
  }
  const outbound = { fetch: () => Promise.reject(new Error('no network')) }
  return { credentials, outbound, hook: `https://warung.example/hooks/snap/${connection}` }
}
type Call = ReturnType<typeof callTo>

const push = (tail: string, headers: Record<string, string>, text = body): Push => ({
  method: 'POST',
  path: `/hooks/snap/16${tail}`,
  headers: { 'x-timestamp': time, ...headers },
  body: Buffer.from(text),
  receivedAt: now,
})

const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const rsa = (text: string, key: KeyObject = theirs.privateKey) => sign('sha256', Buffer.from(text), key)
const hmac = (text: string) => createHmac('sha512', secret).update(text)

async function tokenOf(call: Call, encoding: 'hex' | 'base64' = 'base64'): Promise<string> {
  const headers = { 'x-client-key': 'CLIENT-VEC', 'x-signature': rsa(`CLIENT-VEC|${time}`).toString(encoding) }
  const answered = await receivePush(call, push('/snap/v1.1/access-token/b2b', headers, '{"grantType":"x"}'))
  expect(answered.answer).toMatchObject({ status: 200, body: { responseCode: '2007300', tokenType: 'Bearer' } })
  return (answered.answer.body as { accessToken: string }).accessToken
}

const tail = '/v1.1/qr-dynamic/qr-mpm-notify'
const found = { charges: [{ reference, providerInvoiceId: 'REF0001' }], transfers: [] }

describe('BRI', () => {
  test('BRI fetches a token with a signature in hex, and notifies with HMAC in hex', async () => {
    const call = callTo('bri')
    const token = await tokenOf(call, 'hex')
    const signature = hmac(`POST:/hooks/snap/16${tail}:${token}:${sha(body)}:${time}`).digest('hex')
    const headers = { authorization: `Bearer ${token}`, 'x-signature': signature }
    expect(await receivePush(call, push(tail, headers))).toMatchObject({ ...found, form: 'hmac_hex' })
  })

  test('the texts that BRI may have signed are shown to a person who compares signatures', async () => {
    const call = callTo('bri') as Parameters<NonNullable<typeof snap.signedTexts>>[0]
    const token = await tokenOf(callTo('bri'))
    const asked = push('/snap/v1.1/access-token/b2b', { 'x-client-key': 'CLIENT-VEC' }, '{"grantType":"x"}')
    expect(snap.signedTexts!(call, asked)).toEqual([`CLIENT-VEC|${time}`])
    const texts = snap.signedTexts!(call, push(tail, { authorization: `Bearer ${token}`, 'x-signature': 'x' }))
    expect(texts).toContain(`POST:/hooks/snap/16${tail}:${token}:${sha(body)}:${time}`)
  })

  test("BRI may notify as in an integrator's test: base64 over the hex of the hex", async () => {
    const call = callTo('bri')
    const token = await tokenOf(call)
    const hash = Buffer.from(sha(body)).toString('hex')
    const signature = hmac(`POST:/hooks/snap/16${tail}:${token}:${hash}:${time}`).digest('base64')
    const headers = { authorization: `Bearer ${token}`, 'x-signature': signature }
    expect(await receivePush(call, push(tail, headers))).toMatchObject({ ...found, form: 'hmac_double_hash' })
  })

  test('BRI may notify as on its page: RSA over client id and time, with the token', async () => {
    const call = callTo('bri')
    const headers = {
      authorization: `Bearer ${await tokenOf(call)}`,
      'x-partner-id': '456077',
      'x-signature': rsa(`456077|${time}`).toString('base64'),
    }
    expect(await receivePush(call, push(tail, headers))).toMatchObject({ ...found, form: 'rsa_client' })
  })

  test('BRI is refused with a token of another connection, an old one, or an invented one', async () => {
    const other = await tokenOf(callTo('bri', 17))
    const old = (await tokenOf(callTo('bri'))).replace(/^\d+/, '1')
    for (const token of [other, old, '9999999999.forged', 'none']) {
      const signature = hmac(`POST:/hooks/snap/16${tail}:${token}:${sha(body)}:${time}`).digest('hex')
      const headers = { authorization: `Bearer ${token}`, 'x-signature': signature }
      await expect(receivePush(callTo('bri'), push(tail, headers)), token).rejects.toMatchObject({
        kind: 'unauthorized',
      })
    }
  })
})

describe('DOKU', () => {
  const requestTime = '2026-11-26T03:00:00Z'
  const notice = JSON.stringify({
    service: { id: 'QRIS' },
    order: { invoice_number: reference, amount: 15_000 },
    transaction: { status: 'SUCCESS' },
  })

  function own({ text = notice, at = '/hooks/snap/16', stamp = requestTime, key = secret } = {}) {
    const digest = createHash('sha256').update(text).digest('base64')
    const lines = `Client-Id:BRN-1\nRequest-Id:r1\nRequest-Timestamp:${stamp}\nRequest-Target:${at}\nDigest:${digest}`
    return {
      ...push('', {}, notice),
      headers: {
        'client-id': 'BRN-1',
        'request-id': 'r1',
        'request-timestamp': stamp,
        signature: `HMACSHA256=${createHmac('sha256', key).update(lines).digest('base64')}`,
      },
    }
  }

  test('DOKU notifies in its own form', async () => {
    expect(await receivePush(callTo('doku'), own())).toMatchObject({
      charges: [{ reference, providerInvoiceId: null }],
      form: 'doku',
      answer: { status: 200 },
    })
  })

  test.each([
    ['a body other than the signed one', own({ text: notice.replace('15000', '15001') })],
    ['another path', own({ at: '/hooks/snap/17' })],
    ['another secret', own({ key: 'guessed' })],
    ['an old time', own({ stamp: '2026-11-26T02:00:00Z' })],
    ['a query of WORDS, which proves nothing', { ...push('?WORDS=fce4&INVOICE=1&TXNSTATUS=S', {}, '{}') }],
  ])('DOKU is refused with %s', async (_name, refused) => {
    await expect(receivePush(callTo('doku'), refused)).rejects.toMatchObject({ kind: 'unauthorized' })
  })

  test('DOKU notifies in the standard form with our token, in base64 only', async () => {
    const call = callTo('doku')
    const token = await tokenOf(call)
    const text = `POST:/hooks/snap/16/v1.0/qr/qr-mpm-notify:${token}:${sha(body)}:${time}`
    const send = (signature: string) =>
      receivePush(call, push('/v1.0/qr/qr-mpm-notify', { authorization: `Bearer ${token}`, 'x-signature': signature }))
    expect(await send(hmac(text).digest('base64'))).toMatchObject({ ...found, form: 'hmac' })
    await expect(send(hmac(text).digest('hex'))).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(send(hmac(text).digest('base64').toLowerCase())).rejects.toMatchObject({ kind: 'unauthorized' })
  })
})

test.each(['midtrans', 'dana', 'dana-qris', 'faspay', 'btn', 'generic'] as ProfileId[])(
  '%s signs with RSA over the path alone, unless the credentials name another path',
  async profile => {
    const at = '/v1.0/debit/notify'
    const signed = (text: string) => push(at, { 'x-signature': rsa(text).toString('base64') })
    const whole = signed(`POST:/hooks/snap/16${at}:${sha(body)}:${time}`)
    const short = signed(`POST:${at}:${sha(body)}:${time}`)
    expect(await receivePush(callTo(profile), whole)).toMatchObject({ ...found, form: 'rsa' })
    await expect(receivePush(callTo(profile), short)).rejects.toMatchObject({ kind: 'unauthorized' })
    expect(await receivePush(callTo(profile, 16, { notify_path: at }), short)).toMatchObject(found)
    const client = push(at, {
      'x-client-key': 'CLIENT-VEC',
      'x-signature': rsa(`CLIENT-VEC|${time}`).toString('base64'),
    })
    await expect(receivePush(callTo(profile), client)).rejects.toMatchObject({ kind: 'unauthorized' })
  },
)

test('a refusal for a wrong clock contains our time', () => {
  const late = push(tail, { 'x-timestamp': '2026-11-26T02:49:00Z' })
  expect(refusePush('unauthorized', late)).toEqual({
    status: 401,
    body: { responseCode: '4015200', responseMessage: 'Unauthorized. Timestamp, it is 2026-11-26T03:00:00.250Z here' },
  })
  expect(refusePush('unauthorized', push(tail, {})).body).toMatchObject({
    responseMessage: 'Unauthorized. Signature',
  })
})
