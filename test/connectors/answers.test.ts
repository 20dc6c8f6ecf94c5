import { describe, expect, test } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { duitku } from '../../src/connectors/duitku/duitku.ts'
import { interactive } from '../../src/connectors/interactive/interactive.ts'
import { ipaymu } from '../../src/connectors/ipaymu/ipaymu.ts'
import { midtrans } from '../../src/connectors/midtrans/midtrans.ts'
import { tripay } from '../../src/connectors/tripay/tripay.ts'
import { xendit } from '../../src/connectors/xendit/xendit.ts'

// Answers of gateways in the forms of their documentation (see `requests.test.ts`): lists of payments, and refusals.

type Answer = [body: unknown, status?: number]

/** Returns a call whose requests get these answers in turn, the last one repeatedly. */
function callOf(connector: Connector, keys: object, ...answers: Answer[]) {
  const asked: string[] = []
  const fetch = async (url: string) => {
    const [body, status = 200] = answers[Math.min(asked.length, answers.length - 1)]!
    asked.push(url)
    return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) }
  }
  const tokens = { get: async () => (connector.id === 'tripay' ? 'QRIS2' : 'hmac SP'), drop: async () => {} }
  return { call: { credentials: connector.credentials.parse(keys) as never, outbound: { fetch }, tokens }, asked }
}
const from = new Date('2026-11-22T10:00:00Z')
const to = new Date('2026-11-22T11:00:00Z')
const second = (offset: number) => from.getTime() / 1000 + offset

describe('a list of Tripay', () => {
  const keys = { merchant_code: 'T0001', api_key: 'key', private_key: 'private' }
  const row = { reference: 'T1', merchant_ref: 'INV-1-1', amount: 25_036, created_at: second(0), paid_at: second(60) }
  const read = (data: unknown[], cursor: string | null = null) =>
    tripay.history!(callOf(tripay as Connector, keys, [{ success: true, data }]).call, { from, to, cursor })

  test('a row names its payment, its amount and its time', async () => {
    expect(await read([{ ...row, amount: '25036', paid_at: String(second(60)) }])).toEqual({
      rows: [
        {
          chargeReference: 'INV-1-1',
          providerInvoiceId: 'T1',
          amount: 25_036,
          occurredAt: new Date('2026-11-22T10:01:00Z'),
          isPaid: true,
        },
      ],
      cursor: null,
    })
  })

  test('only money of the period is listed, with both of its ends', async () => {
    const paid = [-1, 0, 3_600, 3_601].map(offset => ({ ...row, paid_at: second(offset) }))
    const { rows } = await read([...paid, { ...row, paid_at: null }, { ...row, merchant_ref: null }])
    expect(rows.map(({ occurredAt }) => occurredAt.getTime() / 1000)).toEqual([second(0), second(3_600), second(60)])
    expect(rows.at(-1)).toMatchObject({ chargeReference: null })
  })

  test('the next page is read until one is not full, or begins a day before the period', async () => {
    const page = (created_at: number) => Array.from({ length: 50 }, () => ({ ...row, created_at }))
    const cursorAfter = async (rows: unknown[], cursor: string | null = null) => (await read(rows, cursor)).cursor
    expect(await cursorAfter(page(second(0)))).toBe('2')
    expect(await cursorAfter(page(second(0)), '2')).toBe('3')
    expect(await cursorAfter(page(second(-86_400)))).toBe('2')
    expect(await cursorAfter(page(second(-86_401)))).toBeNull()
    expect(await cursorAfter(page(second(0)).slice(1))).toBeNull()
    expect(await cursorAfter(Array.from({ length: 50 }, () => null))).toBe('2')
  })
})

describe('a list of iPaymu', () => {
  const keys = { va: '1179001234567890', api_key: 'QbGcoO0Qds9sQFDmY0MWg1Tq.xtuh1' }
  const row = {
    TransactionId: 341_189,
    ReferenceId: 'INV-1-1',
    Amount: '25036.00',
    Status: 6,
    CreatedDate: '2026-11-22 17:00:00',
    SuccessDate: '2026-11-22 17:01:00',
  }
  const read = (Results: unknown[], Total_Page = 1, cursor: string | null = null) => {
    const { call } = callOf(ipaymu as Connector, keys, [{ Status: 200, Data: { Total_Page, Results } }])
    return ipaymu.history!(call, { from, to, cursor })
  }

  test('a row names its payment, its amount, its time and its state', async () => {
    expect(await read([row, null, 7, { ...row, SuccessDate: '', Status: 0, ReferenceId: null }])).toEqual({
      rows: [
        {
          chargeReference: 'INV-1-1',
          providerInvoiceId: '341189',
          amount: 25_036,
          occurredAt: new Date('2026-11-22T10:01:00Z'),
          isPaid: true,
        },
        { chargeReference: null, providerInvoiceId: '341189', amount: 25_036, occurredAt: from, isPaid: false },
      ],
      cursor: null,
    })
  })

  test.each([
    [1, true],
    [6, true],
    [2, false],
    [3, false],
    [7, false],
    [-2, false],
  ])('a row with the status %i is paid: %s', async (Status, isPaid) => {
    expect((await read([{ ...row, Status }])).rows).toMatchObject([{ isPaid }])
  })

  test('only money of the period is listed, with both of its ends', async () => {
    const times = ['16:59:59', '17:00:00', '18:00:00', '18:00:01'].map(time => `2026-11-22 ${time}`)
    const { rows } = await read(times.map(SuccessDate => ({ ...row, SuccessDate })))
    expect(rows.map(({ occurredAt }) => occurredAt)).toEqual([from, to])
  })

  test('the next page is read until the last one', async () => {
    expect([(await read([], 3)).cursor, (await read([], 3, '2')).cursor, (await read([], 3, '3')).cursor]).toEqual([
      '2',
      '3',
      null,
    ])
  })
})

describe('a list of Xendit', () => {
  const keys = { secret_key: 'xnd_production_answers' }
  const row = {
    id: 'txn_1',
    type: 'PAYMENT',
    status: 'SUCCESS',
    channel_code: 'QRIS',
    currency: 'IDR',
    reference_id: 'INV-1-1',
    amount: 25_036,
    created: '2026-11-22T17:01:00+07:00',
  }
  const read = (data: unknown[], has_more = false) =>
    xendit.history!(callOf(xendit as Connector, keys, [{ has_more, data }]).call, { from, to, cursor: null })

  test('a row names its payment, its amount, its time and its state', async () => {
    const occurredAt = new Date('2026-11-22T10:01:00Z')
    const listed = { chargeReference: 'INV-1-1', providerInvoiceId: null, amount: 25_036, occurredAt, isPaid: true }
    const rows = [row, { ...row, currency: null, reference_id: null }, { ...row, status: 'PENDING' }]
    expect(await read(rows)).toEqual({
      rows: [listed, { ...listed, chargeReference: null }, { ...listed, isPaid: false }],
      cursor: null,
    })
  })

  test('other kinds, other currencies and fractions are left out, and the next page is read anyway', async () => {
    const others = [{ type: 'REFUND' }, { currency: 'PHP' }, { amount: 25_036.5 }, { created: 'today' }]
    expect(await read([...others.map(other => ({ ...row, ...other })), { id: 'txn_9' }], true)).toEqual({
      rows: [],
      cursor: 'txn_9',
    })
  })

  test('a list without its next page, or without rows, violates the agreement', async () => {
    await expect(read([], true)).rejects.toMatchObject({ kind: 'unexpected' })
    const { call } = callOf(xendit as Connector, keys, [{ data: [row] }])
    await expect(xendit.history!(call, { from, to, cursor: null })).rejects.toMatchObject({ kind: 'unexpected' })
  })

  test('a key that may not read it is refused, naming the permission', async () => {
    const { call } = callOf(xendit as Connector, keys, [{ error_code: 'REQUEST_FORBIDDEN_ERROR', message: 'no' }, 403])
    await expect(xendit.history!(call, { from, to, cursor: null })).rejects.toMatchObject({
      kind: 'unauthorized',
      message: expect.stringContaining('Transaction: Read'),
    })
  })
})

describe('the mode of a key', () => {
  const unknown = { holder: null, outletName: null, outletId: null, qris: null }

  test.each([
    ['xnd_production_answers', 'live'],
    ['xnd_development_answers', 'test'],
  ])('the key %s of Xendit is one of %s money', async (secret_key, environment) => {
    const { call } = callOf(xendit as Connector, { secret_key }, [{ balance: 0 }])
    expect(await xendit.check!(call)).toEqual({ number: '', ...unknown, key: { environment } })
  })

  test.each([
    ['https://api.midtrans.com', { key: { environment: 'live' } }],
    ['https://api.sandbox.midtrans.com', { key: { environment: 'test' } }],
    ['https://midtrans.example', {}],
  ])('a key of Midtrans that %s accepts has the mode of that host', async (base_url, shown) => {
    const none = { status_code: '404', status_message: "Transaction doesn't exist." }
    const { call } = callOf(midtrans as Connector, { server_key: 'Mid-server-answers', base_url }, [none, 404])
    expect(await midtrans.check!(call)).toEqual({ number: '', ...unknown, ...shown })
  })
})

describe('a refusal', () => {
  const providers: [Connector, keys: object, refuse: (sentence: string) => Answer][] = [
    [
      midtrans as Connector,
      { server_key: 'Mid-server-answers' },
      sentence => [{ status_code: '400', status_message: sentence }, 400],
    ],
    [
      xendit as Connector,
      { secret_key: 'xnd_production_answers' },
      message => [{ error_code: 'INVALID_VALUE_ERROR', message }, 400],
    ],
    [duitku as Connector, { merchant_code: 'D0000', api_key: 'EXAMPLEKEY' }, Message => [{ Message }, 400]],
    [
      tripay as Connector,
      { merchant_code: 'T0001', api_key: 'key', private_key: 'private' },
      message => [{ success: false, message }, 400],
    ],
    [
      ipaymu as Connector,
      { va: '1179001234567890', api_key: 'QbGcoO0Qds9sQFDmY0MWg1Tq.xtuh1' },
      Message => [{ Status: 400, Success: false, Message }, 400],
    ],
    [interactive as Connector, { api_key: 'key', mid: '195255685725' }, data => [{ status: 'failed', data }]],
  ]
  test.each(providers.map(([connector, ...rest]) => [connector.id, connector, ...rest] as const))(
    'a refusal of %s is reported in its own words, cut if they are endless',
    async (_id, connector, keys, refuse) => {
      const sentence = `Jumlah salah. ${'x'.repeat(5_000)}`
      const { call } = callOf(connector, keys, refuse(sentence))
      const request = { reference: 'INV-1-1', amount: 25_036, requestedAt: from, expiresAt: to }
      const error = await connector.charge!(call, request).catch(error => error)
      expect(error).toMatchObject({ kind: 'refused', message: expect.stringMatching(/said.*: Jumlah salah\. x{100}/) })
      expect(error.message.length).toBeLessThan(450)
    },
  )

  test('a gateway that answers without words is reported with its HTTP status', async () => {
    for (const [connector, keys] of providers) {
      const { call } = callOf(connector, keys, [{}, 400])
      const request = { reference: 'INV-1-1', amount: 25_036, requestedAt: from, expiresAt: to }
      const error = await connector.charge!(call, request).catch(error => error)
      expect(error.message, connector.id).toMatch(/HTTP 400/)
    }
  })
})
