import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChargeRef, ConnectorError, type ProviderCode, type Push } from '../../../src/connectors/connector.ts'
import { midtrans } from '../../../src/connectors/midtrans/midtrans.ts'
import { OutboundError, type OutboundOptions } from '../../../src/lib/outbound.ts'
import { type Sandbox, startSandbox } from '../../sandbox/harness.ts'
import { startProvider } from '../provider.ts'

let sandbox: Sandbox
let provider: Awaited<ReturnType<typeof startProvider>>
beforeAll(async () => {
  sandbox = await startSandbox()
  provider = await startProvider()
})
afterAll(async () => {
  await sandbox.stop()
  await provider.stop()
})
beforeEach(() => fault('off'))

const fault = (mode: string, operation = 'any') =>
  sandbox.call('POST', '/faults', { connector: 'midtrans', operation, mode })

const hook = 'http://127.0.0.1:9/hooks/midtrans/7'
const callWith = (fields: object = {}) => ({
  credentials: midtrans.credentials.parse({
    server_key: 'SB-Mid-server-CONNECTOR',
    base_url: `${sandbox.url}/midtrans/`,
    ...fields,
  }),
  outbound: sandbox.outbound,
  hook,
})
type MidtransCall = ReturnType<typeof callWith>

let invoices = 0
const amount = 25_036
const lifeMs = 1_800_000
const newRequest = (changes: object = {}) => {
  const requestedAt = sandbox.clock.now()
  return {
    reference: `INV-${String(++invoices).padStart(20, '0')}-1`,
    amount,
    requestedAt,
    expiresAt: new Date(requestedAt.getTime() + lifeMs),
    ...changes,
  }
}
const about = (
  code: ProviderCode,
  { reference }: { reference: string },
  changes: Partial<ChargeRef> = {},
): ChargeRef => ({
  reference,
  providerInvoiceId: code.providerInvoiceId,
  amount,
  requestDate: code.requestDate,
  askedAt: sandbox.clock.now(),
  payableUntil: new Date(code.requestDate.getTime() + lifeMs),
  ...changes,
})
async function coded(call: MidtransCall = callWith()) {
  const request = newRequest()
  return { call, request, code: await midtrans.charge!(call, request) }
}
const pay = (code: ProviderCode) => sandbox.call('POST', '/transfers', { qris: code.qris, payer_app: 'DANA' })

describe('a code', () => {
  test('a code is requested with its lifetime and the notification address, and ends with its payment', async () => {
    const request = newRequest()
    provider.answer({ status_code: '400', status_message: 'no' }, 400)
    const call = { ...callWith({ base_url: provider.url }), outbound: provider.outbound }
    await expect(midtrans.charge!(call, request)).rejects.toMatchObject({ kind: 'refused' })
    const { url, headers, body } = provider.requests.at(-1)!
    expect(url.pathname).toBe('/v2/charge')
    expect(headers).toMatchObject({
      authorization: `Basic ${Buffer.from('SB-Mid-server-CONNECTOR:').toString('base64')}`,
      'x-override-notification': hook,
      'idempotency-key': request.reference,
    })
    expect(JSON.parse(body)).toEqual({
      payment_type: 'qris',
      transaction_details: { order_id: request.reference, gross_amount: amount },
      custom_expiry: { expiry_duration: 1800, unit: 'second' },
    })
    const code = await midtrans.charge!(callWith(), request)
    expect(code.endsAt).toEqual(request.expiresAt)
  })

  test('a retry after a lost response returns the same code, but not after five minutes', async () => {
    const { call, request, code } = await coded()
    expect((await midtrans.charge!(call, request)).providerInvoiceId).toBe(code.providerInvoiceId)
    await sandbox.call('POST', '/clock', { advance_s: 301 })
    await expect(midtrans.charge!(call, request)).rejects.toMatchObject({ kind: 'taken' })
  })

  test.each([
    ['inactive', 'refused', /ask Midtrans to switch it on/],
    ['revoked', 'unauthorized', /Server Key/],
    ['busy', 'unreachable', /429/],
    ['error', 'unreachable', /500/],
    ['garbage', 'unexpected', /not one of Midtrans/],
  ])('a code of a provider that is %s is %s', async (mode, kind, sentence) => {
    await fault(mode, 'charge')
    const error = await midtrans.charge!(callWith(), newRequest()).catch(e => e)
    expect(error).toBeInstanceOf(ConnectorError)
    expect(error).toMatchObject({ kind, message: expect.stringMatching(sentence) })
    expect(error.message).not.toContain('CONNECTOR')
  })

  test('a code above the limit is refused with the provider’s own sentence', async () => {
    await expect(midtrans.charge!(callWith(), newRequest({ amount: 10_000_001 }))).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('over the limit'),
    })
  })

  test('a code of another merchant than the connected one is not displayed', async () => {
    const call = callWith({ merchant_id: 'G000000000' })
    await expect(midtrans.charge!(call, newRequest())).rejects.toMatchObject({ kind: 'unexpected' })
  })
})

describe('the state of a code', () => {
  test('an open code is unpaid, and a paid one reports its money', async () => {
    const { call, request, code } = await coded()
    expect(await midtrans.status!(call, about(code, request))).toEqual({ paid: false })
    await pay(code)
    expect(await midtrans.status!(call, about(code, request))).toEqual({
      paid: true,
      transfer: {
        reference: code.providerInvoiceId,
        amount,
        occurredAt: expect.any(Date),
        payerName: null,
        payerApp: 'DANA',
      },
    })
  })

  test('the state of a code is read from the status code inside HTTP 200', async () => {
    const { call, request, code } = await coded()
    await fault('inside', 'status')
    expect(await midtrans.status!(call, about(code, request))).toEqual({ paid: false })
    const unknown = about(code, request, { providerInvoiceId: 'unknown' })
    await expect(midtrans.status!(call, unknown)).rejects.toMatchObject({ kind: 'unexpected' })
    const later = { ...unknown, askedAt: new Date(unknown.payableUntil.getTime() + 1) }
    expect(await midtrans.status!(call, later)).toEqual({ paid: false })
  })

  // github.com/Midtrans/midtrans-php/issues/116
  test('we cancel a code that stays pending past its end', async () => {
    const { call, request, code } = await coded()
    await fault('stuck', 'status')
    const payableUntil = new Date(sandbox.clock.now().getTime() - 1)
    expect(await midtrans.status!(call, about(code, request, { payableUntil }))).toEqual({ paid: false })
    await fault('off')
    expect((await pay(code)).body.code).toBe('expired')
  })

  test('a code of a revoked key is an error, and paid once the key works again', async () => {
    const { call, request, code } = await coded()
    await pay(code)
    await fault('revoked')
    await expect(midtrans.status!(call, about(code, request))).rejects.toMatchObject({ kind: 'unauthorized' })
    await fault('off')
    expect(await midtrans.status!(call, about(code, request))).toMatchObject({ paid: true })
  })

  const reference = 'INV-00000000000000000000-1'
  const requestDate = new Date('2026-08-17T03:00:00Z')
  const charge: ChargeRef = {
    reference,
    providerInvoiceId: 'T-1',
    amount,
    requestDate,
    askedAt: new Date('2026-08-17T03:10:00Z'),
    payableUntil: new Date('2026-08-17T03:35:00Z'),
  }
  const settled = (changes: object = {}) => ({
    status_code: '200',
    status_message: 'Success, transaction is found',
    transaction_id: 'T-1',
    order_id: reference,
    merchant_id: 'G490526303',
    gross_amount: '25036.00',
    currency: 'IDR',
    payment_type: 'qris',
    transaction_status: 'settlement',
    fraud_status: 'accept',
    transaction_time: '2026-08-17 10:00:01',
    settlement_time: '2026-08-17 10:05:00',
    ...changes,
  })
  const ask = (body: unknown, status = 200) => {
    provider.answer(body, status)
    const call = { ...callWith({ base_url: provider.url, merchant_id: 'G490526303' }), outbound: provider.outbound }
    return midtrans.status!(call, charge)
  }

  test('the state of a code has Jakarta time, corrected if a clock is ten minutes off', async () => {
    const paidAt = async (changes: object) => {
      const answer = await ask(settled(changes))
      return answer.paid ? answer.transfer.occurredAt : undefined
    }
    expect(await paidAt({})).toEqual(new Date('2026-08-17T03:05:00Z'))
    const ahead = { transaction_time: '2026-08-17 10:10:00', settlement_time: '2026-08-17 10:15:00' }
    expect(await paidAt(ahead)).toEqual(new Date('2026-08-17T03:05:00Z'))
    const behind = { transaction_time: '2026-08-17 09:50:00', settlement_time: '2026-08-17 09:55:00' }
    expect(await paidAt(behind)).toEqual(new Date('2026-08-17T03:05:00Z'))
    expect(await paidAt({ transaction_time: null, settlement_time: '2026-08-17 17:05:00' })).toBeNull()
  })

  test.each(['expire', 'cancel', 'deny', 'failure', 'refund'])(
    'a code in the state %s is not paid',
    async transaction_status => {
      const status_code = transaction_status === 'expire' ? '407' : '202'
      expect(await ask(settled({ transaction_status, status_code }))).toEqual({ paid: false })
    },
  )

  // https://docs.midtrans.com/docs/transaction-status-cycle: only what is settled becomes `partial_refund`.
  test.each(['partial_refund', 'settlement'])(
    'a code in the state %s after a partial refund is paid in full',
    async status => {
      const answer = settled({ transaction_status: status, refund_amount: '5000.00' })
      expect(await ask(answer)).toMatchObject({ paid: true, transfer: { amount } })
    },
  )

  test('money that was fully refunded in parts does not count as paid', async () => {
    const answer = settled({ transaction_status: 'partial_refund', refund_amount: `${amount}.00` })
    expect(await ask(answer)).toEqual({ paid: false })
  })

  test('numbers in place of texts are read the same way', async () => {
    expect(await ask(settled({ gross_amount: 25_036, status_code: 200 }))).toMatchObject({ paid: true })
  })

  test('the amount that Midtrans received is reported, even if it differs', async () => {
    expect(await ask(settled({ gross_amount: '25000.00' }))).toMatchObject({ paid: true, transfer: { amount: 25_000 } })
  })

  test.each([
    ['another order', settled({ order_id: 'INV-OTHER' })],
    ['another transaction', settled({ transaction_id: 'T-2' })],
    ['another merchant', settled({ merchant_id: 'G000000000' })],
    ['dollars', settled({ currency: 'USD' })],
    ['a fraction of a rupiah', settled({ gross_amount: '25036.50' })],
    ['a negative amount', settled({ gross_amount: '-25036.00' })],
    ['a numeric amount with a fraction of a rupiah', settled({ gross_amount: 25_036.5 })],
    ['suspected fraud', settled({ fraud_status: 'challenge' })],
    ['a settlement that is pending by its code', settled({ status_code: '201' })],
    ['an unknown state', settled({ transaction_status: 'maybe' })],
    ['a partial chargeback', settled({ transaction_status: 'partial_chargeback' })],
    ['no state', { ...settled(), transaction_status: undefined }],
    ['no code', { ...settled(), status_code: undefined }],
    ['HTML', '<html>paid</html>'],
    ['nothing', ''],
    ['a list', [settled()]],
    ['paid inside HTTP 400', settled(), 400],
    ['paid inside a redirect', settled(), 302],
  ])('a status of %s is doubtful and never paid', async (_name, body, status = 200) => {
    await expect(ask(body, status as number)).rejects.toMatchObject({ kind: 'unexpected' })
  })

  test.each([
    ['paid inside HTTP 500', settled(), 500, 'unreachable'],
    ['too many requests', { status_code: '429', status_message: 'slow' }, 200, 'unreachable'],
    ['a wrong key inside HTTP 200', { status_code: '401', status_message: 'no' }, 200, 'unauthorized'],
  ])('%s is an error', async (_name, body, status, kind) => {
    await expect(ask(body, status)).rejects.toMatchObject({ kind })
  })
})

test('a code is cancelled, unless it is already paid', async () => {
  const [open, paid] = [await coded(), await coded()]
  await midtrans.cancel!(open.call, about(open.code, open.request), 'expired')
  expect((await pay(open.code)).body.code).toBe('expired')
  await pay(paid.code)
  const tooLate = midtrans.cancel!(paid.call, about(paid.code, paid.request), 'expired')
  await expect(tooLate).rejects.toMatchObject({ kind: 'refused' })
})

describe('a notification', () => {
  const notification = (changes: Record<string, unknown> = {}) => ({
    order_id: 'ORDER-1',
    status_code: '200',
    gross_amount: '25036.00',
    transaction_id: 'T-1',
    transaction_status: 'settlement',
    // Midtrans' formula with an invented key, computed with sha512sum.
    signature_key:
      '97d25844bbc7873577f4ba0a37f3265ad0af98e7d29f2c46c9aa75950fb251a76af8452568cc3abb7f2783c29a4efaf42b644da4c3954416d03a5baab600abb3',
    ...changes,
  })
  const receive = (body: unknown, server_key = 'SB-Mid-server-EXAMPLE') => {
    const push: Push = {
      method: 'POST',
      path: '/hooks/midtrans/7',
      headers: {},
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      receivedAt: new Date(),
    }
    return midtrans.receive!(callWith({ server_key }), { ...push, calendar: undefined as never })
  }

  test('a notification names the order to check, but no money', async () => {
    expect(await receive(notification())).toEqual({
      charges: [{ reference: 'ORDER-1', providerInvoiceId: null }],
      transfers: [],
      answer: { status: 200, body: {} },
    })
  })

  test('a notification does not name a transaction, because its signature does not cover it', async () => {
    const { charges } = await receive(notification({ transaction_id: 'ANOTHER', transaction_status: 'pending' }))
    expect(charges).toEqual([{ reference: 'ORDER-1', providerInvoiceId: null }])
  })

  test.each([
    ['of another order', notification({ order_id: 'ORDER-2' })],
    ['of another amount', notification({ gross_amount: '25037.00' })],
    ['of another state', notification({ status_code: '201' })],
    ['with an empty signature', notification({ signature_key: '' })],
    [
      'signed without a key',
      notification({ signature_key: createHash('sha512').update('ORDER-120025036.00').digest('hex') }),
    ],
  ])('a notification %s is forged', async (_name, body) => {
    await expect(receive(body)).rejects.toMatchObject({ kind: 'unauthorized' })
  })

  test('a notification signed with the key of another shop is refused', async () => {
    await expect(receive(notification(), 'SB-Mid-server-OTHER')).rejects.toMatchObject({ kind: 'unauthorized' })
  })

  test.each(['', 'null', '[]', '{', '{"order_id":1}', JSON.stringify(notification({ signature_key: null }))])(
    '%s is not a notification',
    async body => {
      await expect(receive(body)).rejects.toMatchObject({ kind: 'unexpected' })
    },
  )
})

describe('the key', () => {
  const parse = (server_key: string) => midtrans.credentials.safeParse({ server_key })

  test.each([
    '"Mid-server-abc"',
    ' Mid-server-abc\n',
    'Basic TWlkLXNlcnZlci1hYmM6',
    'Authorization: Basic TWlkLXNlcnZlci1hYmM6',
    '“Mid-server-abc”',
    'Mid-server-abc:',
  ])('the key is found in %s', pasted => {
    expect(parse(pasted).data?.server_key).toBe('Mid-server-abc')
  })

  test.each([
    ['Mid-client-abc', 'client_key'],
    ['SB-Mid-client-abc', 'client_key'],
    ['xnd_production_abc', 'other_product'],
    ['xnd_public_production_abc', 'other_product'],
  ])('%s is recognised as %s', (pasted, kind) => {
    expect(parse(pasted).error?.issues).toMatchObject([{ params: { problem: { code: 'wrong_key', kind } } }])
  })

  test.each(['', '   ', '""'])('the key is missing in "%s"', pasted => {
    expect(parse(pasted).success).toBe(false)
  })
})

describe('checking a key before it is stored', () => {
  const hosts = { live: 'https://api.midtrans.com', test: 'https://api.sandbox.midtrans.com' }

  /** Simulates Midtrans' two hosts, one of which is the sandbox. */
  function callTo(answering: Partial<Record<keyof typeof hosts, 'knows' | 'away'>>) {
    const asked: string[] = []
    const fetch = async (address: string, options?: OutboundOptions) => {
      const url = new URL(address)
      asked.push(url.origin)
      const how = answering[url.origin === hosts.live ? 'live' : 'test']
      if (how === 'away') throw new OutboundError('timeout', 'no answer')
      const headers = how === 'knows' ? options?.headers : { ...options?.headers, authorization: 'Basic eDo=' }
      return sandbox.outbound.fetch(`${sandbox.url}/midtrans${url.pathname}`, { ...options, headers: headers! })
    }
    // The prefix of a sandbox key; keys of new accounts lack it.
    const credentials = midtrans.credentials.parse({ server_key: 'Mid-server-CONNECTOR' })
    return { asked, call: { credentials, outbound: { fetch } } }
  }
  const probe = (call: ReturnType<typeof callTo>['call'], isLive: boolean) =>
    midtrans.probe!(call, { ...newRequest({ amount: 1000 }), isLive })

  test.each([
    [true, 'live'],
    [false, 'test'],
  ] as const)('the key is completed with its host and its merchant (for real money: %s)', async (isLive, where) => {
    const { call } = callTo({ [where]: 'knows' })
    const { credentials, account } = await probe(call, isLive)
    expect(credentials).toMatchObject({ base_url: hosts[where], merchant_id: expect.stringMatching(/^G\d{9}$/) })
    expect(account).toMatchObject({ number: credentials.merchant_id, provesCodes: true, key: { environment: where } })
    expect(midtrans.receivingAccount(credentials)).toBe(credentials.merchant_id)
  })

  test.each([
    [true, 'test', 'sandbox_key'],
    [false, 'live', 'live_key'],
  ] as const)('the key of the other environment is recognised (for real money: %s)', async (isLive, where, kind) => {
    const error = await probe(callTo({ [where]: 'knows' }).call, isLive).catch(e => e)
    expect(error).toMatchObject({ kind: 'unauthorized', wrongKey: { field: 'server_key', kind } })
  })

  test('a key unknown to both hosts is wrong, and undecided while a host does not answer', async () => {
    const { call, asked } = callTo({})
    await expect(probe(call, true)).rejects.toMatchObject({ kind: 'unauthorized', wrongKey: undefined })
    expect(new Set(asked)).toEqual(new Set(Object.values(hosts)))
    await expect(probe(callTo({ live: 'away' }).call, true)).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('a key that cannot make a code belongs to an account without QRIS', async () => {
    await fault('inactive', 'charge')
    await expect(probe(callTo({ live: 'knows' }).call, true)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('QRIS is not active'),
    })
  })

  test('a rotated key names the same receiving account', async () => {
    const one = await probe(callTo({ live: 'knows' }).call, true)
    const { call } = callTo({ live: 'knows' })
    const rotated = { ...call, credentials: { ...one.credentials, server_key: 'Mid-server-CONNECTOR.2' } }
    const two = await probe(rotated, true)
    expect(midtrans.receivingAccount(two.credentials)).toBe(midtrans.receivingAccount(one.credentials))
  })

  test('checking a key leaves no open code behind', async () => {
    const { call } = callTo({ live: 'knows' })
    const request = { ...newRequest({ amount: 1000 }), isLive: true }
    await midtrans.probe!(call, request)
    const answer = await sandbox.call('GET', `/midtrans/v2/${request.reference}/status`, undefined, {
      authorization: `Basic ${Buffer.from('Mid-server-CONNECTOR:').toString('base64')}`,
    })
    expect(answer.body).toMatchObject({ transaction_status: 'cancel' })
  })
})

test('the key is removed from a text, even as a header contains it', () => {
  const { credentials } = callWith()
  const header = Buffer.from('SB-Mid-server-CONNECTOR:').toString('base64')
  expect(midtrans.scrub(credentials, `${credentials.server_key} ${header}`)).toBe('[secret] [secret]')
})

// https://docs.midtrans.com/reference/get-transaction-status: 402 and 403 are about the account, not the refund.
test('a refused look-up before a refund does not settle what an earlier request did', async () => {
  const { call, request, code } = await coded()
  const onward = { ...call, credentials: { ...call.credentials, base_url: provider.url }, outbound: provider.outbound }
  for (const status of [400, 402, 403, 413]) {
    provider.answer({ status_code: String(status), status_message: 'no' }, status)
    const refund = midtrans.refund!(onward, about(code, request), { key: 'refund-1', amount: 100, reason: 'Retak' })
    await expect(refund).rejects.toMatchObject({ kind: 'unexpected' })
  }
})
