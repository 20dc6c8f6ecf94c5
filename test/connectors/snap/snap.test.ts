import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChargeRef, ConnectorError } from '../../../src/connectors/connector.ts'
import { snap } from '../../../src/connectors/snap/snap.ts'
import { crcOf } from '../../../src/qris/crc.ts'
import { startProvider } from '../provider.ts'

const vectors = JSON.parse(readFileSync(path.join(import.meta.dirname, '../snap/vectors.json'), 'utf8'))

let provider: Awaited<ReturnType<typeof startProvider>>
let call: Parameters<NonNullable<typeof snap.charge>>[0]

// A profile without a token, so that each answer belongs to the intended request.
beforeAll(async () => {
  provider = await startProvider()
  const credentials = {
    profile: 'generic',
    overrides: { signature: 'rsa' },
    base_url: provider.url,
    client_id: 'CLIENT-1',
    private_key: vectors.private_key,
    provider_public_key: vectors.public_key,
    merchant_id: 'M1',
  }
  call = { credentials: snap.credentials.parse(credentials), outbound: provider.outbound }
})
afterAll(() => provider.stop())

const reference = 'INV-0123456789ABCDEFGHJK-1'
const requestDate = new Date('2026-08-17T03:00:00Z')
const charge: ChargeRef = {
  reference,
  providerInvoiceId: 'R-1',
  amount: 12_345,
  requestDate,
  askedAt: new Date('2026-08-17T03:10:00Z'),
  payableUntil: new Date('2026-08-17T03:35:00Z'),
}
const request = { reference, amount: 12_345, requestedAt: requestDate, expiresAt: new Date('2026-08-17T03:30:00Z') }

const generated = (qrContent: string | undefined, more: object = {}) => ({
  responseCode: '2004700',
  responseMessage: 'Successful',
  referenceNo: 'R-1',
  partnerReferenceNo: reference,
  qrContent,
  ...more,
})

test("a charge uses the standard's fields, signed, and returns the code", async () => {
  provider.answer(generated(codeOf(12_345)))
  expect(await snap.charge!(call, request)).toEqual({
    qris: codeOf(12_345),
    providerInvoiceId: 'R-1',
    providerNmid: null,
    requestDate,
    endsAt: request.expiresAt,
  })
  const { url, headers, body } = provider.requests.at(-1)!
  expect(url.pathname).toBe('/v1.0/qr/qr-mpm-generate')
  expect(JSON.parse(body)).toEqual({
    partnerReferenceNo: reference,
    amount: { value: '12345.00', currency: 'IDR' },
    merchantId: 'M1',
    validityPeriod: '2026-08-17T10:30:00+07:00',
  })
  expect(headers).toMatchObject({ 'x-partner-id': 'CLIENT-1', 'x-external-id': reference, 'channel-id': '95221' })
  expect(headers.authorization).toBeUndefined()
  expect(headers['x-timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/)
})

test.each([
  ['another amount', generated(codeOf(12_346))],
  ['no amount', generated(codeOf(null))],
  ['a broken CRC', generated(`${codeOf(12_345).slice(0, -4)}0000`)],
  ['no code text, only a picture', generated(undefined, { qrImage: 'iVBORw0KGgo=' })],
  ['the code of another payment', generated(codeOf(12_345), { partnerReferenceNo: 'INV-OTHER' })],
])('a code with %s is never displayed', async (_name, body) => {
  provider.answer(body)
  await expect(snap.charge!(call, request)).rejects.toMatchObject({ kind: 'unexpected' })
})

test.each([
  [409, '4094700', 'taken'],
  [409, '4094701', 'taken'],
  [400, '4004702', 'refused'],
  [404, '4044708', 'refused'],
  [403, '4034702', 'refused'],
  [401, '4014700', 'unauthorized'],
  [429, '4294700', 'unreachable'],
  [500, '5004701', 'unreachable'],
  [504, '5044700', 'unreachable'],
  [200, '2024700', 'unreachable'],
])('a charge answered with HTTP %i and %s is %s', async (status, responseCode, kind) => {
  provider.answer({ responseCode, responseMessage: 'No' }, status)
  await expect(snap.charge!(call, request)).rejects.toMatchObject({ kind })
})

test('a refusal is reported in the words of its provider, cut if they are endless', async () => {
  provider.answer({ responseCode: '4004702', responseMessage: `Salah. ${'x'.repeat(5_000)}` }, 400)
  const error = await snap.charge!(call, request).catch(error => error)
  expect(error.message).toMatch(/^the provider said 400 02: Salah\. x{100}/)
  expect(error.message.length).toBeLessThan(300)
})

const status = (latestTransactionStatus: string, more: object = {}) => ({
  responseCode: '2005100',
  latestTransactionStatus,
  originalReferenceNo: 'R-1',
  originalPartnerReferenceNo: reference,
  amount: { value: '12345.00', currency: 'IDR' },
  paidTime: '2026-08-17T10:05:00+07:00',
  ...more,
})

test('a paid code reports its money', async () => {
  provider.answer(status('00', { additionalInfo: { buyyerReff: 'Budi', brandName: 'DANA' } }))
  expect(await snap.status!(call, charge)).toEqual({
    paid: true,
    transfer: {
      reference: 'R-1',
      amount: 12_345,
      occurredAt: new Date('2026-08-17T03:05:00Z'),
      payerName: 'Budi',
      payerApp: 'DANA',
    },
  })
  expect(JSON.parse(provider.requests.at(-1)!.body)).toMatchObject({
    originalReferenceNo: 'R-1',
    originalPartnerReferenceNo: reference,
    serviceCode: '47',
  })
})

test('the amount that the provider reports is used, even if it differs', async () => {
  provider.answer(status('00', { amount: { value: '12000.00', currency: 'IDR' } }))
  expect(await snap.status!(call, charge)).toMatchObject({ paid: true, transfer: { amount: 12_000 } })
})

test.each(['01', '02', '03', '04', '05', '06', '08', '09'])('status %s is not paid', async code => {
  provider.answer(status(code))
  expect(await snap.status!(call, charge)).toEqual({ paid: false })
})

test.each([
  ['an unknown status', status('42')],
  ['no status', { responseCode: '2005100' }],
  ['a status as a number', status(0 as never)],
  ["another merchant's payment", status('00', { originalPartnerReferenceNo: 'INV-OTHER' })],
  ['another reference of the provider', status('00', { originalReferenceNo: 'R-2' })],
  ['another currency', status('00', { amount: { value: '12345.00', currency: 'USD' } })],
  ['a negative amount', status('00', { amount: { value: '-12345.00', currency: 'IDR' } })],
  ['an amount of zero', status('00', { amount: { value: '0.00', currency: 'IDR' } })],
  ['a fraction of a rupiah', status('00', { amount: { value: '12345.50', currency: 'IDR' } })],
  ['a response code of four digits', { ...status('00'), responseCode: '2000' }],
  ['HTML', '<html>paid</html>'],
  ['nothing', ''],
])('a status with %s is doubtful: neither paid nor unpaid', async (_name, body) => {
  provider.answer(body)
  const error = await snap.status!(call, charge).catch(e => e)
  expect(error).toBeInstanceOf(ConnectorError)
  expect(error.kind).toBe('unexpected')
})

test('a code that its provider does not know is doubtful while it can be paid, and unpaid after that', async () => {
  const later = { ...charge, askedAt: new Date('2026-08-17T03:36:00Z') }
  for (const [body, http] of [
    [{ responseCode: '4045101', responseMessage: 'Transaction Not Found' }, 404],
    [status('07'), 200],
  ] as const) {
    provider.answer(body, http)
    await expect(snap.status!(call, charge)).rejects.toMatchObject({ kind: 'unexpected' })
    expect(await snap.status!(call, later)).toEqual({ paid: false })
  }
})

test("a proxy's 502 around an older response is not trusted", async () => {
  provider.answer(status('00'), 502)
  await expect(snap.status!(call, charge)).rejects.toMatchObject({ kind: 'unreachable' })
})

test.each([
  ['without a zone (Jakarta)', '2026-08-17T10:05:00', '2026-08-17T03:05:00Z'],
  ['with milliseconds', '2026-08-17T03:05:00.250Z', '2026-08-17T03:05:00.250Z'],
  ['seven hours ahead (Jakarta written as UTC)', '2026-08-17T10:05:00Z', null],
  ['seven hours behind', '2026-08-16T20:05:00Z', null],
  ['that is invalid', '17/08/2026', null],
  ['missing', undefined, null],
])('a payment time %s is read or ignored', async (_name, paidTime, expected) => {
  provider.answer(status('00', { paidTime }))
  const answer = await snap.status!(call, charge)
  expect(answer.paid && answer.transfer.occurredAt).toEqual(expected === null ? null : new Date(expected))
})

describe('books', () => {
  const row = {
    dateTime: '2026-08-17T10:05:00+07:00',
    amount: { value: '12345.00', currency: 'IDR' },
    status: 'SUCCESS',
    type: 'PAYMENT',
    additionalInfo: { referenceNo: 'R-1', partnerReferenceNo: reference },
  }
  const read = (...detailData: object[]) => {
    provider.answer({ responseCode: '2001200', responseMessage: 'Successful', detailData })
    return snap.history!(call, { from: requestDate, to: requestDate, cursor: null })
  }

  test('a row that names no payment is ignored, and does no harm', async () => {
    const { rows } = await read({ ...row, additionalInfo: null }, { ...row, status: 'INIT' }, row)
    expect(rows.map(each => [each.chargeReference, each.providerInvoiceId, each.isPaid])).toEqual([
      [null, null, true],
      [reference, 'R-1', false],
      [reference, 'R-1', true],
    ])
  })

  test('books skip other currencies, refunds and top-ups', async () => {
    const others = [{ amount: { value: '12.50', currency: 'USD' } }, { type: 'REFUND' }, { type: 'TOP_UP' }]
    expect((await read(...others.map(other => ({ ...row, ...other })), row)).rows).toHaveLength(1)
  })

  test.each([
    ['a negative amount', { amount: { value: '-12345.00', currency: 'IDR' } }],
    ['no amount', { amount: undefined }],
    ['a fraction of a rupiah', { amount: { value: '12345.50', currency: 'IDR' } }],
    ['no time', { dateTime: 'yesterday' }],
  ])('books with %s violate the agreement', async (_name, bad) => {
    await expect(read(row, { ...row, ...bad })).rejects.toMatchObject({ kind: 'unexpected' })
  })
})

test('the secrets are removed from a text', () => {
  const credentials = { ...call.credentials, client_secret: 's3cret/x' }
  expect(snap.scrub(credentials, 'a s3cret/x s3cret%2Fx')).toBe('a [secret] [secret]')
})

describe('credentials', () => {
  const good = {
    profile: 'generic',
    base_url: 'https://provider.example',
    client_id: 'C',
    client_secret: 'secret',
    private_key: vectors.private_key,
    merchant_id: 'M',
  }
  const pathsOf = (change: object) =>
    snap.credentials.safeParse({ ...good, ...change }).error?.issues.map(({ path }) => path.join('.')) ?? []

  test('credentials are accepted as dashboards give them: in lines, in one line, and without the frame lines', () => {
    const bare = vectors.private_key.replace(/-----[^-]+-----/g, '').replaceAll('\n', '')
    for (const private_key of [vectors.private_key, vectors.private_key.replaceAll('\n', '\\n'), bare]) {
      expect(pathsOf({ private_key })).toEqual([])
    }
  })

  test('credentials name what is missing or wrong', () => {
    expect(pathsOf({ private_key: vectors.public_key })).toEqual(['private_key'])
    expect(pathsOf({ provider_public_key: 'x'.repeat(200) })).toEqual(['provider_public_key'])
    expect(pathsOf({ base_url: undefined })).toEqual(['base_url'])
    expect(pathsOf({ client_secret: undefined })).toEqual(['client_secret'])
    expect(pathsOf({ profile: 'doku' })).toEqual(['terminal_id', 'postal_code'])
    expect(pathsOf({ profile: 'dana' })).toEqual(['store_id'])
    expect(pathsOf({ profile: 'dana-qris' })).toEqual(['store_id'])
    expect(pathsOf({ profile: 'bri' })).toEqual(['partner_id', 'terminal_id'])
    expect(pathsOf({ profile: 'nobody' })).toEqual(['profile'])
  })
})

function codeOf(amount: number | null): string {
  const object = (id: string, value: string) => id + String(value.length).padStart(2, '0') + value
  const merchant =
    object('00', 'ID.CO.TEST.WWW') + object('01', '936009991234567890') + object('02', 'TEST001') + object('03', 'UMI')
  const body =
    object('00', '01') +
    object('01', '12') +
    object('26', merchant) +
    '520454115303360' +
    (amount === null ? '' : object('54', String(amount))) +
    '5802ID5904TOKO6007JAKARTA6304'
  return body + crcOf(body)
}
