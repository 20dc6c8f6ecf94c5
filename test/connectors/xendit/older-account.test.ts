import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChargeRef, ProviderCode } from '../../../src/connectors/connector.ts'
import type { CodeRow } from '../../../src/connectors/simulator/code.ts'
import { makeKeys } from '../../../src/connectors/xendit/simulator-account.ts'
import { makeWebhook } from '../../../src/connectors/xendit/simulator-push.ts'
import { xendit } from '../../../src/connectors/xendit/xendit.ts'
import { type Sandbox, startSandbox } from '../../sandbox/harness.ts'

// QR codes of API version 2022-07-31, from https://archive.developers.xendit.co/api-reference/qr-codes/ and its
// successor.
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(() => fault('off'))

const fault = (mode: string, operation = 'any') =>
  sandbox.call('POST', '/faults', { connector: 'xendit', operation, mode })

const hook = 'https://toko.example/hooks/xendit/7'
function callOf(name = 'TOKO-older') {
  const paths: string[] = []
  let known: string | undefined
  const call = {
    credentials: xendit.credentials.parse({ ...makeKeys(name), base_url: `${sandbox.url}/xendit` }),
    outbound: {
      fetch: (address: string, options?: Parameters<typeof sandbox.outbound.fetch>[1]) => {
        paths.push(new URL(address).pathname.replace('/xendit', ''))
        return sandbox.outbound.fetch(address, options)
      },
    },
    tokens: {
      get: async (make: () => Promise<{ text: string }>) => {
        known ??= (await make()).text
        return known
      },
      drop: async () => {
        known = undefined
      },
    },
    hook,
  }
  return { call, paths }
}

let invoices = 0
const amount = 25_036
function newRequest() {
  const requestedAt = sandbox.clock.now()
  const expiresAt = new Date(requestedAt.getTime() + 1_800_000)
  return { reference: `OLD-${++invoices}`, amount, requestedAt, expiresAt }
}
const about = (code: ProviderCode, request: ReturnType<typeof newRequest>): ChargeRef => ({
  ...request,
  providerInvoiceId: code.providerInvoiceId,
  requestDate: code.requestDate,
  askedAt: sandbox.clock.now(),
  payableUntil: request.expiresAt,
})

test('a code is created by the older version if payment requests are not activated, which is remembered', async () => {
  const { call, paths } = callOf()
  const request = newRequest()
  const code = await xendit.charge!(call, request)
  expect(code).toMatchObject({ providerInvoiceId: expect.stringMatching(/^qr_/), endsAt: request.expiresAt })
  await xendit.charge!(call, newRequest())
  expect(paths.filter(path => path === '/qr_codes')).toHaveLength(2)
  expect(paths.filter(path => path === '/v3/payment_requests').length).toBeLessThanOrEqual(2)
  expect(paths.at(-1)).toBe('/qr_codes')
})

test('a code of the older version is unpaid while it is open, and reports its money once paid', async () => {
  const { call } = callOf()
  const request = newRequest()
  const code = await xendit.charge!(call, request)
  expect(await xendit.status!(call, about(code, request))).toEqual({ paid: false })
  await sandbox.call('POST', '/transfers', { qris: code.qris, payer_app: 'OVO' })
  expect(await xendit.status!(call, about(code, request))).toMatchObject({
    paid: true,
    transfer: { reference: code.providerInvoiceId, amount, payerApp: 'OVO' },
  })
  await fault('other_order', 'status')
  await expect(xendit.status!(call, about(code, request))).rejects.toMatchObject({ kind: 'unexpected' })
  await fault('other_amount', 'status')
  expect(await xendit.status!(call, about(code, request))).toMatchObject({ transfer: { amount: amount + 1 } })
})

test('a code of the older version cannot be requested twice, nor revoked', async () => {
  const { call } = callOf()
  const request = newRequest()
  const code = await xendit.charge!(call, request)
  await expect(xendit.charge!(call, request)).rejects.toMatchObject({ kind: 'taken' })
  await expect(xendit.cancel!(call, about(code, request), 'expired')).rejects.toMatchObject({ kind: 'refused' })
})

test('an older account is connected, and stays the same after a rotation', async () => {
  const one = await xendit.probe!(callOf().call, { ...newRequest(), isLive: false })
  const two = await xendit.probe!(callOf('TOKO-older.2').call, { ...newRequest(), isLive: false })
  expect(one.account).toMatchObject({ number: expect.stringMatching(/^[0-9a-f]{24}$/), provesCodes: true })
  expect(two.account.number).toBe(one.account.number)
})

test('an account with neither version is refused because QRIS is not active', async () => {
  await fault('inactive', 'charge')
  await expect(xendit.charge!(callOf('TOKO').call, newRequest())).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('QRIS is not active'),
  })
})

test('an older version that does not respond counts as unreachable, not as missing', async () => {
  const { call } = callOf()
  const { fetch } = call.outbound
  call.outbound.fetch = async (address, options) =>
    address.endsWith('/qr_codes') ? { status: 503, headers: {}, body: Buffer.from('') } : fetch(address, options)
  await expect(xendit.charge!(call, newRequest())).rejects.toMatchObject({ kind: 'unreachable' })
})

test('a notification of the older version names the code to check', async () => {
  const { call } = callOf()
  const code = { id: 7, mid: 'xendit b', client_reference: 'OLD-X', amount, qris: 'x', details: { isQrCode: true } }
  const moments = { requested_at: new Date(), ends_at: new Date(), paid_at: new Date() }
  const { headers, body } = makeWebhook({ ...code, ...moments } as unknown as CodeRow, hook)
  const push = { method: 'POST', path: '/hooks/xendit/7', headers, body: Buffer.from(body), receivedAt: new Date() }
  const credentials = { ...call.credentials, webhook_token: headers['x-callback-token'] }
  const received = await xendit.receive!({ ...call, credentials }, { ...push, calendar: undefined as never })
  expect(received.charges).toEqual([{ reference: 'OLD-X', providerInvoiceId: null }])
})
