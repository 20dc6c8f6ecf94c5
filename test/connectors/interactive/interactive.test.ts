import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConnectorError } from '../../../src/connectors/connector.ts'
import { interactive } from '../../../src/connectors/interactive/interactive.ts'
import { crcOf } from '../../../src/qris/crc.ts'
import { startProvider } from '../provider.ts'

let provider: Awaited<ReturnType<typeof startProvider>>
let call: Parameters<NonNullable<typeof interactive.charge>>[0]

beforeAll(async () => {
  provider = await startProvider()
  const credentials = { base_url: `${provider.url}/`, api_key: 'k3y/with+signs', mid: '195255685725' }
  call = { credentials: interactive.credentials.parse(credentials), outbound: provider.outbound }
})
afterAll(() => provider.stop())

const request = {
  reference: 'INV-0123456789-1',
  amount: 12_345,
  requestedAt: new Date('2024-02-27T04:13:42Z'),
  expiresAt: new Date('2024-02-27T04:43:42Z'),
}
const charge = {
  reference: 'INV-0123456789-1',
  providerInvoiceId: '413255111',
  amount: 12_345,
  requestDate: new Date('2024-02-27T17:30:00Z'),
  askedAt: new Date('2024-02-27T17:31:00Z'),
  payableUntil: new Date('2024-02-27T18:05:00Z'),
}

test("a charge uses the provider's fields and returns its code", async () => {
  provider.answer({
    status: 'success',
    data: {
      qris_content: codeOf(12_345),
      qris_request_date: '2024-02-27 11:13:42',
      qris_invoiceid: '413255111',
      qris_nmid: 'ID1020021181745',
    },
  })
  expect(await interactive.charge!(call, request)).toEqual({
    qris: codeOf(12_345),
    providerInvoiceId: '413255111',
    providerNmid: 'ID1020021181745',
    requestDate: new Date('2024-02-27T04:13:42Z'),
  })
  const { url } = provider.requests.at(-1)!
  expect(url.pathname).toBe('/restapi/qris/show_qris.php')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    do: 'create-invoice',
    apikey: 'k3y/with+signs',
    mID: '195255685725',
    cliTrxNumber: 'INV-0123456789-1',
    cliTrxAmount: '12345',
    useTip: 'no',
  })
})

test('"failed" and "unpaid" together are neither an error nor a payment', async () => {
  provider.answer({ status: 'failed', data: { qris_status: 'unpaid' } })
  expect(await interactive.status!(call, charge)).toEqual({ paid: false })
  const { url } = provider.requests.at(-1)!
  expect(url.pathname).toBe('/restapi/qris/checkpaid_qris.php')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    do: 'checkStatus',
    apikey: 'k3y/with+signs',
    mID: '195255685725',
    invid: '413255111',
    trxvalue: '12345',
    // 17:30 in London is the next day in Jakarta.
    trxdate: '2024-02-28',
  })
})

test("a paid code names its transfer by the provider's invoice id, and its amount by the charge", async () => {
  const paid = { qris_status: 'paid', qris_payment_customername: 'Zainal Arief', qris_payment_methodby: 'Sakuku' }
  const transfer = { reference: '413255111', amount: 12_345, payerName: 'Zainal Arief', payerApp: 'Sakuku' }
  provider.answer({ status: 'success', data: paid, qris_api_version_code: '2206091709' })
  expect(await interactive.status!(call, charge)).toEqual({ paid: true, transfer: { ...transfer, occurredAt: null } })

  provider.answer({ status: 'success', data: { ...paid, qris_paid_date: '2024-02-28 00:31:02' } })
  const occurredAt = new Date('2024-02-27T17:31:02Z')
  expect(await interactive.status!(call, charge)).toEqual({ paid: true, transfer: { ...transfer, occurredAt } })
})

test.each([
  ['seven hours behind', '2024-02-27 17:31:02'],
  ['seven hours ahead', '2024-02-28 07:31:02'],
  ['of another year', '2023-02-28 00:31:02'],
])('a provider whose clock is %s has no usable time, and its money counts anyway', async (_name, qris_paid_date) => {
  provider.answer({ status: 'success', data: { qris_status: 'paid', qris_paid_date } })
  expect(await interactive.status!(call, charge)).toMatchObject({ paid: true, transfer: { occurredAt: null } })
})

const paidData = { qris_status: 'paid' }
const goodData = { qris_content: codeOf(12_345), qris_request_date: '2024-02-27 11:13:42', qris_invoiceid: '1' }

test.each([
  ['HTML', '<html>busy</html>', 200, 'unexpected'],
  ['half a JSON', '{"status":"success","data":{"qris_status":"pa', 200, 'unexpected'],
  ['nothing', '', 200, 'unexpected'],
  ['another shape', { status: 'success', data: { qris_status: 'maybe' } }, 200, 'unexpected'],
  ['paid and failed at once', { status: 'failed', data: paidData }, 200, 'unexpected'],
  ['an invalid date', { status: 'success', data: { ...paidData, qris_paid_date: '28/02/2024' } }, 200, 'unexpected'],
  ['paid, but with HTTP 500', { status: 'success', data: paidData }, 500, 'unreachable'],
  ['too many requests', 'slow down', 429, 'unreachable'],
  ['a redirect', '', 302, 'unexpected'],
  ['a wrong key by status', '', 401, 'unauthorized'],
  ['a wrong key by sentence', { status: 'failed', data: 'invalid apikey k3y/with+signs' }, 200, 'unauthorized'],
  ['a refusal', { status: 'failed', data: 'invalid amount' }, 200, 'refused'],
])('a status of %s is an error and never "paid"', async (_name, body, status, kind) => {
  provider.answer(body, status)
  const error = await interactive.status!(call, charge).catch(e => e)
  expect(error).toBeInstanceOf(ConnectorError)
  expect(error.kind).toBe(kind)
  expect(error.message).not.toContain('k3y')
})

test.each([
  ['another amount', { ...goodData, qris_content: codeOf(12_346) }],
  ['no amount', { ...goodData, qris_content: codeOf(null) }],
  ['a broken CRC', { ...goodData, qris_content: `${codeOf(12_345).slice(0, -4)}0000` }],
  ['no QRIS', { ...goodData, qris_content: 'hello' }],
  ['no invoice id', { ...goodData, qris_invoiceid: '' }],
  ['no date', { ...goodData, qris_request_date: null }],
])('a code with %s is never displayed', async (_name, data) => {
  provider.answer({ status: 'success', data })
  await expect(interactive.charge!(call, request)).rejects.toMatchObject({ kind: 'unexpected' })
})

test('checking an account asks for an impossible invoice, which only the right key may look for', async () => {
  const account = { number: '195255685725', holder: null, outletName: null, outletId: null, qris: null }
  for (const data of ['invoice not found', 'Data tidak ditemukan', { qris_status: 'unpaid' }]) {
    provider.answer({ status: 'failed', data })
    expect(await interactive.check!(call), String(data)).toEqual({ ...account, provesCodes: true })
  }
  expect(Object.fromEntries(provider.requests.at(-1)!.url.searchParams)).toEqual({
    do: 'checkStatus',
    apikey: 'k3y/with+signs',
    mID: '195255685725',
    invid: '0',
    trxvalue: '1000',
    trxdate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  // Any other sentence shows that the key may be right, but not that it creates codes.
  provider.answer({ status: 'failed', data: 'invalid trxdate' })
  expect(await interactive.check!(call)).toEqual(account)
  provider.answer({ status: 'failed', data: 'unauthorised' })
  await expect(interactive.check!(call)).rejects.toMatchObject({ kind: 'unauthorized' })
})

test('a provider that does not respond is unreachable, and an internal one is refused', async () => {
  const elsewhere = (base_url: string) => ({ ...call, credentials: { ...call.credentials, base_url } })
  await expect(interactive.status!(elsewhere('http://127.0.0.1:3999'), charge)).rejects.toMatchObject({
    kind: 'refused',
  })
  await expect(interactive.status!(elsewhere('http://nowhere.invalid'), charge)).rejects.toMatchObject({
    kind: 'unreachable',
  })
})

test('the key is removed from a text, even as an address contains it', () => {
  const text = 'GET /?apikey=k3y%2Fwith%2Bsigns k3y/with+signs'
  expect(interactive.scrub(call.credentials, text)).toBe('GET /?apikey=[secret] [secret]')
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
