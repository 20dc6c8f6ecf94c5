import { createHash, createHmac, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readForm } from '../../../src/connectors/form.ts'
import { receivePush } from '../../../src/connectors/snap/notify.ts'
import { snap } from '../../../src/connectors/snap/snap.ts'
import { crcOf } from '../../../src/qris/crc.ts'
import { startProvider } from '../provider.ts'
import { type OutsideVector, pageVectors } from './outside.ts'

const demo = JSON.parse(readFileSync(path.join(import.meta.dirname, 'vectors.json'), 'utf8'))
const document = readFileSync(path.join(import.meta.dirname, '../../../docs/connectors/snap.md'), 'utf8')
const theirs = generateKeyPairSync('rsa', { modulusLength: 2048 })

let provider: Awaited<ReturnType<typeof startProvider>>

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.stop())
beforeEach(() => {
  provider.requests.length = 0
})

/** Returns the example of a provider in `docs/connectors/snap.md`. */
function exampleOf(name: string): Record<string, unknown> {
  const [, json] = new RegExp(`^### ${name}$[\\s\\S]*?\`\`\`json\\n([\\s\\S]*?)\`\`\``, 'm').exec(document)!
  return JSON.parse(json!)
}

const contract = {
  client_id: 'IONPAYTEST',
  client_secret: 'vec-secret/+=é',
  private_key: demo.private_key,
  provider_public_key: theirs.publicKey.export({ type: 'spki', format: 'pem' }),
  merchant_id: 'IONPAYTEST',
  store_id: 'NicepayStoreID1',
}

const hook = 'https://warung.example/hooks/snap/16'

/** Returns the connection of the document's example, with its provider's base path. */
function callTo(name: string) {
  const example = exampleOf(name)
  const basePath = new URL(String(example.base_url)).pathname.replace(/\/$/, '')
  const credentials = snap.credentials.parse({ ...contract, ...example, base_url: provider.url + basePath })
  return {
    credentials,
    outbound: provider.outbound,
    hook,
    tokens: { get: async () => 'TOK-VEC', drop: async () => {} },
  }
}
type Call = ReturnType<typeof callTo>

const reference = 'INV-0123456789ABCDEFGHJK-1'
const requestedAt = new Date('2026-11-26T03:00:00Z')
const request = { reference, amount: 15_000, requestedAt, expiresAt: new Date('2026-11-26T03:30:00Z') }

const vectorOf = (providerName: string, kind: string): OutsideVector =>
  pageVectors.find(one => one.provider === providerName && one.kind === kind)!

function fieldsOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${at}: ${typeof value}`]
  return Object.entries(value).flatMap(([field, one]) => fieldsOf(one, at === '' ? field : `${at}.${field}`))
}

/**
 * Returns the last request, after verifying its signature by the recipe of the provider's page instead of our own
 * functions.
 */
function received({ credentials }: Call, { basePath = '', isHmac = false } = {}) {
  const { url, headers, body } = provider.requests.at(-1)!
  const signed = url.pathname.slice(basePath.length)
  const hash = createHash('sha256').update(body).digest('hex')
  const time = headers['x-timestamp']
  const signature = String(headers['x-signature'])
  if (isHmac) {
    const text = `POST:${signed}:TOK-VEC:${hash}:${time}`
    expect(signature).toBe(createHmac('sha512', credentials.client_secret!).update(text).digest('base64'))
  } else {
    const text = Buffer.from(`POST:${signed}:${hash}:${time}`)
    expect(verify('sha256', text, createPublicKey(demo.public_key), Buffer.from(signature, 'base64'))).toBe(true)
    expect(headers.authorization).toBeUndefined()
  }
  return { path: signed, headers, body: JSON.parse(body) }
}

const generated = (more: object) => ({ responseCode: '2004700', responseMessage: 'Successful', ...more })
const charge = (code: { providerInvoiceId: string }) => ({
  reference,
  providerInvoiceId: code.providerInvoiceId,
  amount: 15_000,
  requestDate: requestedAt,
  askedAt: new Date('2026-11-26T03:10:00Z'),
  payableUntil: new Date('2026-11-26T03:35:00Z'),
})

/** Sends a notification, signed by the provider over a text of its page. */
function notify(call: Call, { at, text }: { at: string; text(time: string, body: string): string }) {
  const time = new Date().toISOString()
  const body = JSON.stringify({ originalPartnerReferenceNo: reference, latestTransactionStatus: '00' })
  const signature = sign('sha256', Buffer.from(text(time, body)), theirs.privateKey).toString('base64')
  return receivePush(call, {
    method: 'POST',
    path: `/hooks/snap/16${at}`,
    headers: { 'x-timestamp': time, 'x-signature': signature, 'x-client-key': 'IONPAYTEST' },
    body: Buffer.from(body),
    receivedAt: new Date(),
  })
}

const standardText = (at: string) => (time: string, body: string) =>
  `POST:/hooks/snap/16${at}:${createHash('sha256').update(body).digest('hex')}:${time}`

test('Winpay works with the example of the document alone', async () => {
  const call = callTo('Winpay')
  const generate = vectorOf('winpay', 'generate-request')
  provider.answer(
    generated({ qrContent: codeOf(15_000), additionalInfo: { contractId: 'qree68493d', isStatic: false } }),
  )
  const code = await snap.charge!(call, request)
  const sent = received(call, { basePath: '/snap' })
  expect(sent.path).toBe(generate.input.path)
  expect(sent.headers['channel-id']).toBe('WEB')
  // The sample's terminal is optional.
  const wanted = fieldsOf(JSON.parse(generate.input.body!)).filter(field => field !== 'terminalId: string')
  expect(fieldsOf(sent.body).sort()).toEqual(wanted.sort())
  expect(sent.body.additionalInfo).toEqual({ isStatic: false })

  // The provider reports an unpaid code as "Not Found".
  provider.answer({ responseCode: '2005100', latestTransactionStatus: '07' })
  expect(await snap.status!(call, charge(code))).toEqual({ paid: false })
  const asked = received(call, { basePath: '/snap' })
  expect(fieldsOf(asked.body).sort()).toEqual(
    fieldsOf(JSON.parse(vectorOf('winpay', 'query-request').input.body!)).sort(),
  )
  expect(asked.body.additionalInfo).toEqual({ contractId: 'qree68493d' })

  const notified = await notify(call, { at: '/v1.0/qr/qr-mpm-notify', text: standardText('/v1.0/qr/qr-mpm-notify') })
  expect(notified).toMatchObject({ charges: [{ reference }], form: 'rsa' })
  await expect(snap.cancel!(call, charge(code), 'left')).rejects.toMatchObject({ kind: 'refused' })
})

test('iFortepay works with the example of the document alone', async () => {
  const call = callTo('iFortepay')
  provider.answer(generated({ referenceNo: '2020102977770000000009', qrContent: codeOf(15_000) }))
  const code = await snap.charge!(call, request)
  const sent = received(call)
  expect(fieldsOf(sent.body).sort()).toEqual(
    fieldsOf(JSON.parse(vectorOf('ifortepay', 'generate-request').input.body!)).sort(),
  )
  expect(sent.body.partnerReferenceNo).toMatch(/^[A-Za-z0-9]{1,64}$/)
  expect(sent.body.additionalInfo.callbackUrl).toBe(`${hook}/v1.0/qr/qr-mpm-notify`)
  expect(sent.headers['x-external-id']).toMatch(/^\d{1,36}$/)
  expect(snap.windowOf!(call.credentials).chargeLifeS).toBe(3600)

  provider.answer({ responseCode: '2005100', latestTransactionStatus: '01' })
  expect(await snap.status!(call, charge(code))).toEqual({ paid: false })
  const query = JSON.parse(vectorOf('ifortepay', 'query-request').input.body!)
  expect(fieldsOf(received(call).body).sort()).toEqual(fieldsOf(query).sort())

  provider.answer({ responseCode: '2007700', responseMessage: 'Successful' })
  await snap.cancel!(call, charge(code), 'cancel reason')
  const cancel = JSON.parse(vectorOf('ifortepay', 'cancel-request').input.body!)
  expect(fieldsOf(received(call).body).sort()).toEqual(fieldsOf(cancel).sort())

  const at = '/v1.0/qr/qr-mpm-notify'
  expect(await notify(call, { at, text: standardText(at) })).toMatchObject({ charges: [{ reference }] })
})

test('Nicepay works with the example of the document alone', async () => {
  const call = callTo('Nicepay')
  const generate = vectorOf('nicepay', 'generate-request')
  provider.answer(generated({ referenceNo: 'REF0001', qrContent: codeOf(15_000) }))
  const code = await snap.charge!(call, request)
  const sent = received(call, { basePath: '/nicepay', isHmac: true })
  expect(sent.path).toBe(generate.input.path)
  expect(fieldsOf(sent.body).sort()).toEqual(fieldsOf(JSON.parse(generate.input.body!)).sort())
  expect(sent.body.additionalInfo.dbProcessUrl).toBe(`${hook}/api/v1.0/qr/qr-mpm-notif`)
  expect(sent.headers).toMatchObject({ 'channel-id': 'IONPAYTEST01', 'x-partner-id': 'IONPAYTEST' })
  expect(sent.headers['x-external-id']).toMatch(/^\d{1,40}$/)

  provider.answer({ responseCode: '2005100', latestTransactionStatus: '03' })
  expect(await snap.status!(call, charge(code))).toEqual({ paid: false })
  const asked = received(call, { basePath: '/nicepay', isHmac: true })
  expect(asked.path).toBe(vectorOf('nicepay', 'query-request').input.path)
  expect(fieldsOf(asked.body).sort()).toEqual(
    fieldsOf(JSON.parse(vectorOf('nicepay', 'query-request').input.body!)).sort(),
  )

  const at = '/api/v1.0/qr/qr-mpm-notif'
  const byPage = await notify(call, { at, text: time => `IONPAYTEST|${time}` })
  expect(byPage).toMatchObject({ charges: [{ reference }], form: 'rsa_client' })
  await expect(notify(call, { at, text: time => `SOMEBODY|${time}` })).rejects.toMatchObject({ kind: 'unauthorized' })
})

test('a constant header and a renamed channel header are sent with every service', async () => {
  const overrides = {
    signature: 'rsa',
    channel_header: 'X-CHANNEL-ID',
    headers: { ORIGIN: '$origin', 'X-DEVICE-ID': 'warung' },
  }
  const example = { ...contract, profile: 'generic', base_url: provider.url, overrides }
  provider.answer(generated({ referenceNo: 'R', qrContent: codeOf(15_000) }))
  const credentials = snap.credentials.parse(example)
  await snap.charge!({ credentials, outbound: provider.outbound, hook }, request)
  expect(provider.requests.at(-1)!.headers).toMatchObject({
    origin: 'https://warung.example',
    'x-device-id': 'warung',
    'x-channel-id': '95221',
  })
  expect(provider.requests.at(-1)!.headers['channel-id']).toBeUndefined()
})

describe('overrides', () => {
  const good = { ...contract, profile: 'generic', base_url: 'https://provider.example' }
  const pathsOf = (overrides: unknown) =>
    snap.credentials.safeParse({ ...good, overrides }).error?.issues.map(({ path: at }) => at.join('.')) ?? []

  test('overrides of each documented example are accepted, as an object and as form text', () => {
    for (const name of ['Winpay', 'iFortepay', 'Nicepay']) {
      const { overrides } = exampleOf(name)
      expect(pathsOf(overrides), name).toEqual([])
      const typed = readForm(snap.form, { overrides: JSON.stringify(overrides) })
      expect(snap.credentials.parse({ ...good, ...typed }).overrides, name).toEqual(overrides)
    }
  })

  test.each([
    [{ encodng: 'hex' }, 'overrides'],
    [{ encoding: 'hexadecimal' }, 'overrides.encoding'],
    [{ notify_signature: ['rsa', 'md5'] }, 'overrides.notify_signature'],
    [{ paths: { generate: 'v1.0/qr' } }, 'overrides.paths.generate'],
    [{ paths: { generate: '/v1.0/q r' } }, 'overrides.paths.generate'],
    [{ paths: { generate: null } }, 'overrides.paths.generate'],
    [{ headers: { Authorization: 'Bearer x' } }, 'overrides.headers.Authorization'],
    [{ headers: { 'X-PARTNER-ID': 'x' } }, 'overrides.headers.X-PARTNER-ID'],
    [{ headers: { ORIGIN: 'a\r\nX-Evil: 1' } }, 'overrides.headers.ORIGIN'],
    [{ headers: { ORIGIN: '$nobody' } }, 'overrides.headers.ORIGIN'],
    [{ generate: { body: { note: '$nobody' } } }, 'overrides.generate.body.note'],
    [{ generate: { body: { list: [null] } } }, 'overrides.generate.body.list.0'],
    [{ generate: { body: 'merchantId' } }, 'overrides.generate.body'],
    [{ generate: { qr_at: '../code' } }, 'overrides.generate.qr_at'],
    [{ life_s: 1 }, 'overrides.life_s'],
    [{ reference_max: 10 }, 'overrides.reference_max'],
    [{ unpaid_statuses: ['7'] }, 'overrides.unpaid_statuses.0'],
    ['{"encoding": hex}', 'overrides'],
    ['[]', 'overrides'],
    [7, 'overrides'],
  ])('the override %j is refused with its place', (overrides, place) => {
    expect(pathsOf(overrides)).toEqual([place])
  })

  test('overrides that are endlessly nested or too large are refused', () => {
    const deep = Array.from({ length: 20 }).reduce<object>(inside => ({ a: inside }), { b: 1 })
    expect(pathsOf({ generate: { body: deep } })[0]).toMatch(/^overrides\.generate\.body\.a/)
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, 'x']))
    expect(pathsOf({ generate: { body: wide } })).toEqual(['overrides.generate.body'])
    expect(pathsOf(`{"headers":{"A":"${'x'.repeat(30_000)}"}}`)).toEqual(['overrides'])
  })

  test('only overrides that sign with a secret require one', () => {
    const { client_secret: _, ...rest } = good
    const withoutSecret = (overrides?: object) => snap.credentials.safeParse({ ...rest, overrides }).success
    expect([withoutSecret(), withoutSecret({ signature: 'rsa' })]).toEqual([false, true])
    expect(withoutSecret({ signature: 'rsa', notify_signature: 'hmac' })).toBe(false)
  })

  test('overrides are among the advanced fields of the form', () => {
    const advanced = snap.form.filter(({ isAdvanced }) => isAdvanced).map(({ name }) => name)
    expect(advanced).toEqual(['mcc', 'sub_merchant_id', 'notify_path', 'overrides'])
  })
})

test('the credentials file of the document has the fields of its profile', () => {
  const [, json] = /A credentials file[\s\S]*?```json\n([\s\S]*?)```/.exec(document)!
  const example = JSON.parse(json!)
  const keys = { private_key: demo.private_key, provider_public_key: demo.public_key }
  expect(snap.credentials.safeParse({ ...example, ...keys }).success).toBe(true)
  expect(example.private_key).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
})

function codeOf(amount: number): string {
  const object = (id: string, value: string) => id + String(value.length).padStart(2, '0') + value
  const merchant = object('00', 'ID.CO.TEST.WWW') + object('01', '936009991234567890') + object('02', 'TEST001')
  const body =
    object('00', '01') +
    object('01', '12') +
    object('26', merchant + object('03', 'UMI')) +
    `520454115303360${object('54', String(amount))}5802ID5904TOKO6007JAKARTA6304`
  return body + crcOf(body)
}
