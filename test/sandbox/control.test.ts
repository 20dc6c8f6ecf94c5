import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { interactive } from '../../src/connectors/interactive/interactive.ts'
import { makeInteractiveCredentials } from '../../src/connectors/interactive/simulator.ts'
import { snap } from '../../src/connectors/snap/snap.ts'
import { type Sandbox, secrets, startSandbox } from './harness.ts'

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const pay = (body: unknown) => sandbox.call('POST', '/transfers', body)

async function newCode(reference: string): Promise<string> {
  const credentials = interactive.credentials.parse(makeInteractiveCredentials(sandbox.url, 'M1'))
  const request = { reference, amount: 25_017, requestedAt: new Date(), expiresAt: new Date() }
  return (await interactive.charge!({ credentials, outbound: sandbox.outbound }, request)).qris
}

describe('transfers', () => {
  test('a payment by wallet gets its final amount, at business time, with its own reference', async () => {
    sandbox.payments.set('INV-1', { finalAmount: 10_017, account: '0811', codes: [] })
    const before = sandbox.clock.now().getTime()
    const { status, body } = await pay({ invoice_id: 'INV-1' })
    expect(status).toBe(200)
    expect(body).toEqual({
      transfers: [{ reference: expect.any(String), amount: 10_017, occurred_at: expect.any(String) }],
    })
    expect(Date.parse(body.transfers[0].occurred_at)).toBeGreaterThanOrEqual(before)
    const again = await pay({ invoice_id: 'INV-1', amount: 9_000, count: 3 })
    expect(again.body.transfers).toHaveLength(3)
    expect(again.body.transfers[0].amount).toBe(9_000)
    const references = [...body.transfers, ...again.body.transfers].map(transfer => transfer.reference)
    expect(new Set(references).size).toBe(4)
  })

  test('a repeated reference is the same transfer', async () => {
    const order = { connector: 'wallet', amount: 5_000, reference: 'R-1', occurred_at: '2026-08-17T03:00:00.000Z' }
    const first = await pay(order)
    expect(first.body.transfers).toEqual([{ reference: 'R-1', amount: 5_000, occurred_at: '2026-08-17T03:00:00.000Z' }])
    const repeated = await Promise.all(Array.from({ length: 5 }, () => pay({ ...order, occurred_at: undefined })))
    for (const answer of repeated) expect(answer.body).toEqual(first.body)
    const rows = await sandbox.database.sql.query(`select 1 from sandbox.transfer where reference = 'R-1'`)
    expect(rows).toHaveLength(1)
  })

  test('a code is paid once, by one of many simultaneous attempts', async () => {
    const qris = await newCode('C-1')
    sandbox.payments.set('INV-2', { finalAmount: 25_017, account: null, codes: [qris] })
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay({ invoice_id: 'INV-2' })))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 400, 400, 400, 400, 400])
    expect(answers.find(answer => answer.status === 400)!.body).toMatchObject({ success: false, code: 'already_paid' })
  })

  test('a code is paid only once, and the same reference is the same transfer', async () => {
    const qris = await newCode('C-2')
    const first = await pay({ qris, reference: 'Q-1' })
    expect(first.body.transfers).toMatchObject([{ reference: 'Q-1', amount: 25_017 }])
    expect((await pay({ qris: ` ${qris}\n`, reference: 'Q-1' })).body).toEqual(first.body)
    expect((await pay({ qris, reference: 'Q-2' })).status).toBe(400)
    expect((await pay({ qris })).status).toBe(400)
    expect((await pay({ qris: await newCode('C-3'), reference: 'Q-1' })).status).toBe(400)
  })

  test('a code fixes its amount and accepts one payment', async () => {
    const qris = await newCode('C-4')
    expect((await pay({ qris, amount: 25_018 })).body).toMatchObject({
      code: 'invalid_request',
      fields: [{ path: 'amount' }],
    })
    expect((await pay({ qris, count: 2 })).body).toMatchObject({ code: 'invalid_request', fields: [{ path: 'count' }] })
    expect((await pay({ qris, amount: 25_017, count: 1 })).status).toBe(200)
  })

  test('a payment whose code has not been created yet is not ready', async () => {
    sandbox.payments.set('INV-3', { finalAmount: 25_017, account: null, codes: [] })
    const { status, body } = await pay({ invoice_id: 'INV-3' })
    expect(status).toBe(409)
    expect(body).toEqual({
      success: false,
      error: expect.any(String),
      code: 'not_ready',
      request_id: expect.any(String),
    })
  })

  test('an unknown invoice and an unknown code are 404', async () => {
    expect((await pay({ invoice_id: 'INV-0' })).body).toMatchObject({ success: false, code: 'not_found' })
    expect((await pay({ invoice_id: 'INV-0' })).status).toBe(404)
    expect((await pay({ qris: '000201010212' })).status).toBe(404)
  })

  test.each([
    [{}],
    [{ invoice_id: 'INV-1', connector: 'wallet', amount: 1 }],
    [{ connector: 'wallet' }],
    [{ connector: 'interactive', amount: 1_000 }],
    [{ connector: 'wallet', amount: '1000' }],
    [{ connector: 'wallet', amount: -1 }],
    [{ connector: 'wallet', amount: 10.5 }],
    [{ connector: 'wallet', amount: 1_000, count: 0 }],
    [{ connector: 'wallet', amount: 1_000, count: 1_001 }],
    [{ connector: 'wallet', amount: 1_000, count: 2, reference: 'R-9' }],
    [{ connector: 'wallet', amount: 1_000, reference: 'with blank' }],
    [{ connector: 'wallet', amount: 1_000, occurred_at: 'yesterday' }],
    [{ connector: 'wallet', amount: 1_000, occurred_at: '2026-02-30T00:00:00Z' }],
    [{ connector: 'wallet', amount: 1_000, occurred_at: '2026-08-17T03:00:00' }],
    [{ invoice_id: 5 }],
    [[]],
    ['{"connector":"wallet","amount":1e400}'],
    ['{"connector":"wallet","amount":1000,"__proto__":{"count":9}}'],
    ['{"connector":'],
    [`${'['.repeat(1000)}${']'.repeat(1000)}`],
    [''],
  ])('%j is refused and transfers nothing', async body => {
    const count = async () => (await sandbox.database.sql.query('select 1 from sandbox.transfer')).length
    const before = await count()
    const answer = await pay(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ success: false, code: 'invalid_request', request_id: expect.any(String) })
    expect(await count()).toBe(before)
  })
})

describe('the clock', () => {
  test('the clock cannot be moved while a live connection is active', async () => {
    sandbox.live.isConnected = true
    expect((await sandbox.call('POST', '/clock', { advance_s: 60 })).body).toMatchObject({ code: 'not_ready' })
    expect((await sandbox.call('POST', '/clock', { advance_s: 0 })).status).toBe(200)
    sandbox.live.isConnected = false
    expect((await sandbox.call('POST', '/clock', { advance_s: 1 })).status).toBe(200)
  })

  test('the clock moves business time forward, here immediately, and never back', async () => {
    const start = Date.parse((await sandbox.call('GET', '/clock')).body.now)
    expect(Math.abs(start - Date.now())).toBeLessThan(5_000)
    const { status, body } = await sandbox.call('POST', '/clock', { advance_s: 3_600 })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['now'])
    expect(Date.parse(body.now) - start).toBeGreaterThanOrEqual(3_600_000)
    expect(Date.parse(body.now) - start).toBeLessThan(3_610_000)
    expect(sandbox.clock.now().getTime() - Date.now()).toBeGreaterThan(3_590_000)
    for (const advance_s of [-1, '60', null, 1e12]) {
      expect((await sandbox.call('POST', '/clock', { advance_s })).status).toBe(400)
    }
    const later = await pay({ connector: 'wallet', amount: 1_000 })
    expect(Date.parse(later.body.transfers[0].occurred_at)).toBeGreaterThanOrEqual(Date.parse(body.now))
  })

  test('simultaneous advances of the clock add up', async () => {
    const start = Date.parse((await sandbox.call('GET', '/clock')).body.now)
    await Promise.all(Array.from({ length: 10 }, () => sandbox.call('POST', '/clock', { advance_s: 100 })))
    const end = Date.parse((await sandbox.call('GET', '/clock')).body.now)
    expect(end - start).toBeGreaterThanOrEqual(1_000_000)
    expect(end - start).toBeLessThan(1_010_000)
  })
})

describe('the receiver', () => {
  beforeEach(async () => {
    await sandbox.call('DELETE', '/receiver/log')
  })

  const text =
    '{"event":"payment.paid","invoice_id":"INV-1","status":"paid","final_amount":10017,"customer_name":"Siti ☕"}'

  // Written from the specification, not from the product's code.
  function signed(secret: string, changes: Record<string, string> = {}, timestamp = Math.floor(Date.now() / 1000)) {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const standard = createHmac('sha256', key).update(`msg_1.${timestamp}.${text}`).digest('base64')
    return {
      'content-type': 'application/json',
      'x-webhook-event': 'payment.paid',
      'x-webhook-timestamp': String(timestamp),
      'x-webhook-signature': createHmac('sha256', secret).update(`INV-1|paid|10017|${timestamp}`).digest('hex'),
      'x-invoice-id': 'INV-1',
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,bm90IHRoaXM= v1,${standard}`,
      ...changes,
    }
  }
  const send = (headers: Record<string, string>, body = text) => sandbox.call('POST', '/receiver', body, headers)
  const log = async () => (await sandbox.call('GET', '/receiver/log')).body

  test.each(secrets)(
    'the receiver accepts a callback signed with any live secret, and stores it word by word',
    async secret => {
      expect((await send(signed(secret))).status).toBe(200)
      const entries = await log()
      expect(entries).toHaveLength(1)
      expect(Object.keys(entries[0]).sort()).toEqual(['body', 'headers', 'received_at', 'signature_ok', 'standard_ok'])
      expect(entries[0]).toMatchObject({ body: text, signature_ok: true, standard_ok: true })
      expect(entries[0].headers).toMatchObject({ 'x-invoice-id': 'INV-1', 'content-type': 'application/json' })
      expect(Math.abs(Date.parse(entries[0].received_at) - Date.now())).toBeLessThan(5_000)
    },
  )

  const otherSecret = `whsec_${Buffer.from('somebody else').toString('base64')}`
  const longAgo = Math.floor(Date.now() / 1000) - 3_600

  test.each([
    ['another secret', () => signed(otherSecret), text, false, false],
    ['no headers', () => ({}), text, false, false],
    ['a forged amount', () => signed(secrets[0]!), text.replace('10017', '10018'), false, false],
    ['a forged name', () => signed(secrets[0]!), text.replace('Siti', 'Sita'), true, false],
    ['another time in the header', () => signed(secrets[0]!, { 'x-webhook-timestamp': '1' }), text, false, true],
    ['a signature from an hour ago', () => signed(secrets[0]!, {}, longAgo), text, true, false],
    ['an upper-case signature', () => upperCase(signed(secrets[0]!)), text, false, true],
    ['a body that is not JSON', () => signed(secrets[0]!), 'hello', false, false],
  ])('the receiver reports %s', async (_name, headers, body, signature_ok, standard_ok) => {
    expect((await send(headers(), body)).status).toBe(signature_ok ? 200 : 401)
    expect(await log()).toMatchObject([{ body, signature_ok, standard_ok }])
  })

  function upperCase(headers: ReturnType<typeof signed>) {
    return { ...headers, 'x-webhook-signature': headers['x-webhook-signature'].toUpperCase() }
  }

  test('the receiver gives the configured response as often as configured, then 200 again', async () => {
    const told = { status: 503, headers: { 'retry-after': '7', location: 'http://127.0.0.1/' }, count: 2 }
    expect((await sandbox.call('POST', '/receiver/answers', told)).status).toBe(200)
    const answers = [await send(signed(secrets[0]!)), await send(signed(secrets[0]!)), await send(signed(secrets[0]!))]
    expect(answers.map(answer => answer.status)).toEqual([503, 503, 200])
    expect(answers[0]!.headers.get('retry-after')).toBe('7')
    expect(answers[2]!.headers.get('retry-after')).toBeNull()
    expect(await log()).toHaveLength(3)

    await sandbox.call('POST', '/receiver/answers', { status: 500, count: 50 })
    await sandbox.call('POST', '/receiver/answers', { status: 204, delay_ms: 120 })
    const began = performance.now()
    expect((await send(signed(secrets[0]!))).status).toBe(204)
    expect(performance.now() - began).toBeGreaterThan(110)
    expect((await send(signed(secrets[0]!))).status).toBe(200)
  })

  test("the receiver's log is oldest first and can be cleared", async () => {
    for (const id of ['1', '2', '3']) await send(signed(secrets[0]!, { 'x-invoice-id': id }))
    expect((await log()).map((entry: { headers: object }) => entry.headers)).toMatchObject([
      { 'x-invoice-id': '1' },
      { 'x-invoice-id': '2' },
      { 'x-invoice-id': '3' },
    ])
    await sandbox.call('DELETE', '/receiver/log')
    expect(await log()).toEqual([])
  })

  test.each([
    {},
    { status: 99 },
    { status: '500' },
    { status: 500, headers: { 'content-length': '1' } },
    { status: 500, count: 0 },
  ])('a configured response of %j is refused', async body => {
    expect((await sandbox.call('POST', '/receiver/answers', body)).status).toBe(400)
  })
})

describe('requests to the sandbox', () => {
  test('an unknown path is 404, and a wrong method is 405 with the allowed ones', async () => {
    const unknown = await sandbox.call('GET', '/nothing')
    expect(unknown.status).toBe(404)
    expect(unknown.body).toMatchObject({ success: false, code: 'not_found', request_id: expect.any(String) })
    const wrong = await sandbox.call('DELETE', '/clock')
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get('allow')).toBe('GET, POST')
    expect(wrong.body).toMatchObject({ success: false, code: 'method_not_allowed' })
    for (const path of ['/constructor', '/__proto__', '/toString'])
      expect((await sandbox.call('GET', path)).status).toBe(404)
  })

  test('a body of two megabytes is refused', async () => {
    expect((await sandbox.call('POST', '/transfers', 'x'.repeat(2_000_000))).status).toBe(400)
  })
})

test('the state of the sandbox survives a restart', async () => {
  const first = await startSandbox()
  await first.call('POST', '/clock', { advance_s: 500 })
  await first.call('POST', '/faults', { connector: 'wallet', operation: 'list', mode: 'error' })
  await first.call('POST', '/transfers', { connector: 'wallet', amount: 1_234, reference: 'KEPT' })
  // They start next to the running one, as after a kill or when two start at once.
  const [second, third] = await Promise.all([startSandbox(first.database), startSandbox(first.database)])
  expect(Date.parse((await second.call('GET', '/clock')).body.now) - Date.now()).toBeGreaterThan(490_000)
  expect((await third.call('GET', '/wallet/transactions?since=2020-01-01T00:00:00.000Z')).status).toBe(500)
  const kept = await third.call('POST', '/transfers', { connector: 'wallet', amount: 9, reference: 'KEPT' })
  expect(kept.body.transfers[0].amount).toBe(1_234)
  await second.stop()
  await third.stop()
  await first.stop()
})

describe('credentials', () => {
  const ask = (query: string) => sandbox.call('GET', `/credentials?${query}`)

  test('credentials are valid for the provider, because they can create a code', async () => {
    const { status, body } = await ask('connector=interactive&merchant_id=TOKO-7')
    expect([status, body.mid]).toEqual([200, 'TOKO-7'])
    const request = { reference: 'GIVEN-1', amount: 25_017, requestedAt: new Date(), expiresAt: new Date() }
    const credentials = interactive.credentials.parse({ ...body, base_url: `${sandbox.url}/interactive` })
    const { qris } = await interactive.charge!({ credentials, outbound: sandbox.outbound }, request)
    expect(qris).toContain('25017')
    const doku = (await ask('connector=snap&merchant_id=TOKO-7&profile=doku')).body
    expect(snap.credentials.safeParse(doku)).toMatchObject({ success: true, data: { profile: 'doku' } })
  })

  test.each(['', 'connector=wallet', 'connector=snap&profile=none', 'connector=snap&merchant_id=A%20B'])(
    'credentials of %s are refused, naming the field',
    async query => {
      const { status, body } = await ask(query)
      expect([status, body.code, body.fields.length]).toEqual([400, 'invalid_request', 1])
    },
  )
})

describe('the endpoints of the sandbox', () => {
  test('the sandbox accepts only JSON, and nothing from pages of other sites', async () => {
    const body = JSON.stringify({ advance_s: 0 })
    expect((await sandbox.call('POST', '/clock', body, { 'content-type': 'text/plain' })).status).toBe(400)
    expect((await sandbox.call('POST', '/clock', body, { origin: 'https://evil.test' })).status).toBe(403)
    expect((await sandbox.call('POST', '/clock', body)).status).toBe(200)
  })

  test.each(['//', '//receiver/log', '/%'])('the sandbox does not have the path %s', async path => {
    expect((await sandbox.call('GET', path)).status).toBe(404)
  })
})
