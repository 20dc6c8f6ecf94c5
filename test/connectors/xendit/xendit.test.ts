import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChargeRef, ConnectorError, type ProviderCode, type Push } from '../../../src/connectors/connector.ts'
import { xendit } from '../../../src/connectors/xendit/xendit.ts'
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
  sandbox.call('POST', '/faults', { connector: 'xendit', operation, mode })

/** The requests that were sent, with their paths. */
const asked: { path: string; body: Record<string, unknown> | null }[] = []
beforeEach(() => asked.splice(0))

const callWith = (fields: object = {}) => ({
  credentials: xendit.credentials.parse({
    secret_key: 'xnd_development_CONNECTOR',
    webhook_token: 'sandbox_token',
    base_url: `${sandbox.url}/xendit/`,
    ...fields,
  }),
  outbound: {
    fetch: (address: string, options?: Parameters<typeof sandbox.outbound.fetch>[1]) => {
      asked.push({ path: new URL(address).pathname, body: options?.body ? JSON.parse(options.body) : null })
      return sandbox.outbound.fetch(address, options)
    },
  },
})
type XenditCall = ReturnType<typeof callWith>

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
async function coded(call: XenditCall = callWith()) {
  const request = newRequest()
  return { call, request, code: await xendit.charge!(call, request) }
}
const pay = (code: ProviderCode) => sandbox.call('POST', '/transfers', { qris: code.qris, payer_app: 'OVO' })

describe('a code', () => {
  test('a code is requested with an expiry, and ends with its payment, if the account accepts one', async () => {
    await fault('takes_expiry', 'charge')
    const { code, request } = await coded()
    expect(code.endsAt).toEqual(request.expiresAt)
    expect(asked).toEqual([
      {
        path: '/xendit/v3/payment_requests',
        body: {
          reference_id: request.reference,
          type: 'PAY',
          country: 'ID',
          currency: 'IDR',
          request_amount: amount,
          capture_method: 'AUTOMATIC',
          channel_code: 'QRIS',
          channel_properties: { expires_at: request.expiresAt.toISOString() },
        },
      },
    ])
  })

  test('a code is requested without an expiry if that is refused, and lives for two days', async () => {
    const { code, request } = await coded()
    expect(asked.map(({ body }) => Object.hasOwn(body!, 'channel_properties'))).toEqual([true, false])
    expect(code.endsAt).toEqual(new Date(request.requestedAt.getTime() + 48 * 3_600_000))
  })

  test('a code is requested without an expiry at once if the account is known to refuse it', async () => {
    let kept: string | null = null
    const tokens = {
      async get(make: () => Promise<{ text: string; livesS: number }>) {
        kept ??= (await make()).text
        return kept
      },
      async drop(text: string) {
        if (kept === text) kept = null
      },
    }
    const call = { ...callWith(), tokens }
    await coded(call)
    asked.splice(0)
    await coded(call)
    expect(asked).toHaveLength(1)
    expect(asked[0]!.body).not.toHaveProperty('channel_properties')
  })

  test('a retry after a lost response returns the same code', async () => {
    const { call, request, code } = await coded()
    expect((await xendit.charge!(call, request)).providerInvoiceId).toBe(code.providerInvoiceId)
  })

  test('the reference of a code for another amount is already used', async () => {
    const { call, request } = await coded()
    await expect(xendit.charge!(call, { ...request, amount: amount + 1 })).rejects.toMatchObject({ kind: 'taken' })
  })

  test.each([
    ['inactive', 'refused', /QRIS is not active/],
    ['revoked', 'unauthorized', /secret key/],
    ['forbidden', 'unauthorized', /Money-in products: Write/],
    ['busy', 'unreachable', /HTTP 429|429/],
    ['error', 'unreachable', /500/],
    ['garbage', 'unexpected', /not one of Xendit/],
  ])('a code of a provider that is %s is %s', async (mode, kind, sentence) => {
    await fault(mode, 'charge')
    const error = await xendit.charge!(callWith(), newRequest()).catch(e => e)
    expect(error).toBeInstanceOf(ConnectorError)
    expect(error).toMatchObject({ kind, message: expect.stringMatching(sentence) })
    expect(error.message).not.toContain('CONNECTOR')
  })

  test.each([
    [{ errors: [{ path: ['channel_properties', 'expires_at'], message: 'is not allowed' }] }],
    [{ errors: ['channel_properties.expires_at is not allowed'] }],
    [{ message: 'expires_at is not supported for QRIS' }],
  ])('a code is requested without an expiry if that is refused by %j', async problem => {
    const ends: boolean[] = []
    const refused = { error_code: 'API_VALIDATION_ERROR', message: '', ...problem }
    const call = {
      ...callWith(),
      outbound: {
        fetch: async (_address: string, options?: { body?: string }) => {
          ends.push(options!.body!.includes('expires_at'))
          const [status, body] = ends.length === 1 ? [400, refused] : [500, {}]
          return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) } as never
        },
      },
    }
    await expect(xendit.charge!(call, newRequest())).rejects.toMatchObject({ kind: 'unreachable' })
    expect(ends).toEqual([true, false])
  })

  // The statuses are from https://docs.xendit.co/docs/error-scenarios; CHANNEL_NOT_ACTIVATED has several.
  test.each([
    [400, 'CHANNEL_NOT_ACTIVATED', 'refused', /QRIS is not active/],
    [402, 'CHANNEL_NOT_ACTIVATED', 'refused', /QRIS is not active/],
    [403, 'CHANNEL_NOT_ACTIVATED', 'refused', /QRIS is not active/],
    [403, 'REQUEST_FORBIDDEN_ERROR', 'unauthorized', /Money-in products: Write/],
    [400, 'PAYMENT_REQUEST_RATE_LIMITED', 'unreachable', /RATE_LIMITED/],
    [400, 'TEMPORARILY_UNAVAILABLE', 'unreachable', /TEMPORARILY/],
    [400, 'INVALID_VALUE_ERROR', 'refused', /INVALID_VALUE/],
  ])('a code request answered with HTTP %i and %s is %s', async (status, error_code, kind, sentence) => {
    const body = Buffer.from(JSON.stringify({ error_code, message: '' }))
    const call = { ...callWith(), outbound: { fetch: async () => ({ status, headers: {}, body }) } }
    await expect(xendit.charge!(call, newRequest())).rejects.toMatchObject({
      kind,
      message: expect.stringMatching(sentence),
    })
  })

  test("a code above the limit is refused with the provider's own sentence", async () => {
    await expect(xendit.charge!(callWith(), newRequest({ amount: 10_000_001 }))).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('at most 10000000'),
    })
  })

  test('a code of another business than the connected one is not displayed', async () => {
    const call = callWith({ business_id: '0'.repeat(24) })
    await expect(xendit.charge!(call, newRequest())).rejects.toMatchObject({ kind: 'unexpected' })
  })
})

describe('the state of a code', () => {
  test('an open code is unpaid, and a paid one reports its money', async () => {
    const { call, request, code } = await coded()
    expect(await xendit.status!(call, about(code, request))).toEqual({ paid: false })
    await pay(code)
    expect(await xendit.status!(call, about(code, request))).toEqual({
      paid: true,
      transfer: {
        reference: code.providerInvoiceId,
        amount,
        occurredAt: expect.any(Date),
        payerName: null,
        payerApp: null,
      },
    })
  })

  test('we cancel a code after its payment, because it would live for two days', async () => {
    const { call, request, code } = await coded()
    const payableUntil = new Date(sandbox.clock.now().getTime() - 1)
    expect(await xendit.status!(call, about(code, request, { payableUntil }))).toEqual({ paid: false })
    expect((await pay(code)).body.code).toBe('expired')
  })

  test('a code of a revoked key is an error, and paid once the key works again', async () => {
    const { call, request, code } = await coded()
    await pay(code)
    await fault('revoked')
    await expect(xendit.status!(call, about(code, request))).rejects.toMatchObject({ kind: 'unauthorized' })
    await fault('off')
    expect(await xendit.status!(call, about(code, request))).toMatchObject({ paid: true })
  })

  test('a code unknown to Xendit is doubtful while it can be paid, and unpaid afterwards', async () => {
    const { call, request, code } = await coded()
    const unknown = about(code, request, { providerInvoiceId: 'pr-00000000-0000-0000-0000-000000000000' })
    await expect(xendit.status!(call, unknown)).rejects.toMatchObject({ kind: 'unexpected' })
    const later = { ...unknown, askedAt: new Date(unknown.payableUntil.getTime() + 1) }
    expect(await xendit.status!(call, later)).toEqual({ paid: false })
  })

  const reference = 'INV-00000000000000000000-1'
  const charge: ChargeRef = {
    reference,
    providerInvoiceId: 'pr-1',
    amount,
    requestDate: new Date('2026-08-17T03:00:00Z'),
    askedAt: new Date('2026-08-17T03:10:00Z'),
    payableUntil: new Date('2026-08-17T03:35:00Z'),
  }
  const capture = { capture_id: 'c', capture_amount: amount, capture_timestamp: '2026-08-17T03:05:00.123Z' }
  const succeeded = (changes: object = {}) => ({
    payment_request_id: 'pr-1',
    reference_id: reference,
    business_id: 'b'.repeat(24),
    status: 'SUCCEEDED',
    request_amount: amount,
    currency: 'IDR',
    captures: [capture],
    ...changes,
  })
  const ask = (body: unknown, status = 200) => {
    provider.answer(body, status)
    const call = { ...callWith({ base_url: provider.url, business_id: 'b'.repeat(24) }), outbound: provider.outbound }
    return xendit.status!(call, charge)
  }

  test('the state of a code has the time of its capture, or none if that is impossible', async () => {
    const paidAt = async (capture_timestamp: string | null) => {
      const answer = await ask(succeeded({ captures: [{ ...capture, capture_timestamp }] }))
      return answer.paid ? answer.transfer.occurredAt : undefined
    }
    expect(await paidAt('2026-08-17T03:05:00Z')).toEqual(new Date('2026-08-17T03:05:00Z'))
    // A clock that is ten minutes ahead of ours.
    expect(await paidAt('2026-08-17T03:19:30Z')).toBeNull()
    expect(await paidAt(null)).toBeNull()
    expect(await paidAt('yesterday')).toBeNull()
  })

  test.each(['FAILED', 'CANCELED', 'EXPIRED'])('a code in the state %s is not paid', async status => {
    expect(await ask(succeeded({ status, captures: [] }))).toEqual({ paid: false })
  })

  test('the captured amount is reported, even if it differs', async () => {
    const captures = [{ ...capture, capture_amount: 25_000 }]
    expect(await ask(succeeded({ captures }))).toMatchObject({ paid: true, transfer: { amount: 25_000 } })
  })

  test.each([
    ['another reference', succeeded({ reference_id: 'INV-OTHER' })],
    ['another payment request', succeeded({ payment_request_id: 'pr-2' })],
    ['another business', succeeded({ business_id: 'c'.repeat(24) })],
    ['dollars', succeeded({ currency: 'USD' })],
    ['a fraction of a rupiah', succeeded({ request_amount: 25_036.5 })],
    ['a negative amount', succeeded({ request_amount: -25_036 })],
    ['two captures', succeeded({ captures: [capture, capture] })],
    ['authorised, not captured', succeeded({ status: 'AUTHORIZED' })],
    ['a reusable code', succeeded({ status: 'ACCEPTING_PAYMENTS' })],
    ['an unknown status', succeeded({ status: 'MAYBE' })],
    ['no status', { ...succeeded(), status: undefined }],
    ['an error inside HTTP 200', { error_code: 'INVALID_API_KEY', message: 'no' }],
    ['HTML', '<html>paid</html>'],
    ['nothing', ''],
    ['a list', [succeeded()]],
    ['paid inside HTTP 400', succeeded(), 400],
    ['paid inside a redirect', succeeded(), 302],
  ])('a status of %s is doubtful and never paid', async (_name, body, status = 200) => {
    await expect(ask(body, status as number)).rejects.toMatchObject({ kind: 'unexpected' })
  })

  test.each([
    ['paid inside HTTP 500', succeeded(), 500, 'unreachable'],
    ['too many requests', '', 429, 'unreachable'],
    ['a wrong key', { error_code: 'INVALID_API_KEY', message: 'no' }, 401, 'unauthorized'],
  ])('%s is an error', async (_name, body, status, kind) => {
    await expect(ask(body, status)).rejects.toMatchObject({ kind })
  })
})

test('a code is cancelled, unless it is already paid', async () => {
  const [open, paid] = [await coded(), await coded()]
  await xendit.cancel!(open.call, about(open.code, open.request), 'expired')
  expect((await pay(open.code)).body.code).toBe('expired')
  await pay(paid.code)
  const tooLate = xendit.cancel!(paid.call, about(paid.code, paid.request), 'expired')
  await expect(tooLate).rejects.toMatchObject({ kind: 'refused' })
})

test('the history names the reference of each paid code of the period, page by page', async () => {
  const call = callWith({ secret_key: 'xnd_development_HISTORY' })
  const { code, request } = await coded(call)
  await pay(code)
  const now = sandbox.clock.now().getTime()
  const today = { from: new Date(now - 60_000), to: new Date(now + 60_000), cursor: null }
  expect(await xendit.history!(call, today)).toEqual({
    rows: [
      {
        chargeReference: request.reference,
        providerInvoiceId: null,
        amount,
        occurredAt: expect.any(Date),
        isPaid: true,
      },
    ],
    cursor: null,
  })
  const before = { from: new Date(0), to: new Date(1), cursor: null }
  expect(await xendit.history!(call, before)).toEqual({ rows: [], cursor: null })
})

test('a malformed row of the history hides neither the others nor the next page', async () => {
  const row = { id: 'txn_1', type: 'PAYMENT', status: 'SUCCESS', reference_id: 'INV-1-1', amount }
  const data = [{ ...row, created: '2026-11-22T10:00:00Z' }, null, { ...row, id: 'txn_2', created: 'today' }]
  provider.answer({ has_more: true, data })
  const call = { ...callWith({ base_url: provider.url }), outbound: provider.outbound }
  const period = { from: new Date(0), to: new Date(), cursor: null }
  expect(await xendit.history!(call, period)).toMatchObject({
    rows: [{ chargeReference: 'INV-1-1', amount }],
    cursor: 'txn_2',
  })
  provider.answer({ has_more: true, data: [null] })
  await expect(xendit.history!(call, period)).rejects.toMatchObject({ kind: 'unexpected' })
})

describe('a webhook', () => {
  const data = { payment_id: 'py-1', payment_request_id: 'pr-1', reference_id: 'INV-1', status: 'SUCCEEDED' }
  const webhook = (changes: object = {}) => ({ event: 'payment.capture', business_id: 'b', data, ...changes })
  const receive = (body: unknown, token: string | undefined = 'sandbox_token', fields: object = {}) => {
    const push: Push = {
      method: 'POST',
      path: '/hooks/xendit/7',
      headers: { 'x-callback-token': token },
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      receivedAt: new Date(),
    }
    return xendit.receive!(callWith(fields), { ...push, calendar: undefined as never })
  }

  // The names of events differ between versions: docs.xendit.co and juspay/hyperswitch.
  test.each(['payment.capture', 'payment.succeeded', 'capture.succeeded', 'payment_request.expired'])(
    'a webhook %s names the payment request to check, but no money',
    async event => {
      expect(await receive(webhook({ event }))).toEqual({
        charges: [{ reference: 'INV-1', providerInvoiceId: 'pr-1' }],
        transfers: [],
        answer: { status: 200, body: {} },
      })
    },
  )

  test('a webhook of another product is accepted without effect', async () => {
    expect((await receive(webhook({ data: { id: 'disb-1' } }))).charges).toEqual([])
    expect((await receive({ event: 'test' })).charges).toEqual([])
  })

  test.each([
    ['with another token', 'sandbox_token2'],
    ['with no token', ''],
    ['with the beginning of the token', 'sandbox_toke'],
  ])('a webhook %s is refused', async (_name, token) => {
    await expect(receive(webhook(), token)).rejects.toMatchObject({ kind: 'unauthorized' })
  })

  test('a connection without a webhook token refuses every webhook', async () => {
    for (const token of ['', 'undefined', 'sandbox_token']) {
      const refused = receive(webhook(), token, { webhook_token: undefined })
      await expect(refused).rejects.toMatchObject({ kind: 'unauthorized' })
    }
  })

  test.each(['', '[]', '{'])('%s is not a webhook', async body => {
    await expect(receive(body)).rejects.toMatchObject({ kind: 'unexpected' })
  })
})

describe('the key', () => {
  const parse = (secret_key: string) => xendit.credentials.safeParse({ secret_key })

  test.each([
    '"xnd_production_abc"',
    ' xnd_production_abc\n',
    'Basic eG5kX3Byb2R1Y3Rpb25fYWJjOg==',
    'Authorization: Basic eG5kX3Byb2R1Y3Rpb25fYWJjOg==',
    'xnd_production_abc:',
  ])('the key is found in %s', pasted => {
    expect(parse(pasted).data?.secret_key).toBe('xnd_production_abc')
  })

  test.each([
    ['xnd_public_production_abc', 'public_key'],
    ['xnd_public_development_abc', 'public_key'],
    ['Mid-server-abc', 'other_product'],
    ['SB-Mid-client-abc', 'other_product'],
  ])('%s is recognised as %s', (pasted, kind) => {
    expect(parse(pasted).error?.issues).toMatchObject([{ params: { problem: { code: 'wrong_key', kind } } }])
  })
})

describe('checking a key before it is stored', () => {
  const probe = (call: XenditCall, isLive = false) => xendit.probe!(call, { ...newRequest({ amount: 1000 }), isLive })

  test('the key is completed with the business of a code, and the code is revoked', async () => {
    const { credentials, account } = await probe(callWith())
    expect(credentials.business_id).toMatch(/^[0-9a-f]{24}$/)
    expect(account).toMatchObject({ number: credentials.business_id, provesCodes: true, key: { environment: 'test' } })
    expect(xendit.receivingAccount(credentials)).toBe(credentials.business_id)
    expect(asked.at(-1)!.path).toMatch(/\/cancel$/)
  })

  test('a rotated key names the same receiving account', async () => {
    const one = await probe(callWith())
    const two = await probe(callWith({ ...one.credentials, secret_key: 'xnd_development_CONNECTOR.2' }))
    expect(xendit.receivingAccount(two.credentials)).toBe(xendit.receivingAccount(one.credentials))
  })

  test.each([
    ['xnd_development_abc', true, 'sandbox_key'],
    ['xnd_production_abc', false, 'live_key'],
  ])('a key with %s is recognised before a request is sent (for real money: %s)', async (secret_key, isLive, kind) => {
    const call = callWith({ secret_key, base_url: undefined })
    const error = await probe(call, isLive).catch(e => e)
    expect(error).toMatchObject({ kind: 'unauthorized', wrongKey: { field: 'secret_key', kind } })
    expect(asked).toEqual([])
  })

  test('a key without permission to read the balance is accepted with a remark', async () => {
    await fault('forbidden', 'balance')
    const { account } = await probe(callWith())
    expect(account.key).toEqual({ environment: 'test', missingPermissions: ['Balance: Read'] })
  })

  test('a wrong key is refused', async () => {
    await fault('revoked')
    await expect(probe(callWith())).rejects.toMatchObject({ kind: 'unauthorized', wrongKey: undefined })
  })

  test('a key that cannot make a code belongs to an account without QRIS', async () => {
    await fault('inactive', 'charge')
    await expect(probe(callWith())).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('QRIS is not active'),
    })
  })
})

test('the secrets are removed from a text, even as a header contains them', () => {
  const { credentials } = callWith()
  const header = Buffer.from('xnd_development_CONNECTOR:').toString('base64')
  const text = `${credentials.secret_key} ${header} sandbox_token`
  expect(xendit.scrub(credentials, text)).toBe('[secret] [secret] [secret]')
})
