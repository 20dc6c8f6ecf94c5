import { createHmac, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create, detect, letExpire, send } from '../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})

afterAll(() => shop.close())

interface Told {
  id: string
  type: string
  payment: { invoice_id: string; status: string } | null
}

// Events appear when they are a second old, by the database's clock.
async function settleTime(): Promise<void> {
  await shop.app.sql.write("update event set recorded_at = recorded_at - interval '2 seconds'")
}

async function read(query: string, key = shop.keys.demo): Promise<{ data: Told[]; cursor: string; more: boolean }> {
  const { status, body } = await shop.api(`/events?${query}`, { key })
  expect(status, JSON.stringify(body)).toBe(200)
  return { data: body.data, cursor: body.pagination.next_cursor, more: body.pagination.has_more }
}

describe('events', () => {
  let start: string

  beforeEach(async () => {
    await settleTime()
    start = (await read('limit=100')).cursor
  })

  test("events report payments oldest first, with the payment's current state", async () => {
    const paid = await create(shop)
    const cancelled = await create(shop)
    await shop.api('/cancel-payment', { body: { invoice: cancelled.invoice_id } })
    await send(shop, { invoice_id: paid.invoice_id })
    await detect(shop)
    const late = await create(shop)
    await letExpire(shop)
    await settleTime()
    const { data } = await read(`cursor=${start}`)
    const types = (invoice: string) => data.filter(one => one.payment?.invoice_id === invoice).map(({ type }) => type)
    expect(types(paid.invoice_id)).toEqual(['payment.created', 'payment.paid'])
    expect(types(cancelled.invoice_id)).toEqual(['payment.created', 'payment.cancelled'])
    expect(types(late.invoice_id)).toEqual(['payment.created', 'payment.expired'])
    expect(data[0]!.payment).toMatchObject({ invoice_id: paid.invoice_id, status: 'paid' })
    const several = await read(`cursor=${start}&type=payment.expired,payment.cancelled`)
    expect(new Set(several.data.map(({ type }) => type))).toEqual(new Set(['payment.expired', 'payment.cancelled']))
    const only = await read(`cursor=${start}&type=payment.expired`)
    expect(only.data.map(({ payment }) => payment!.invoice_id)).toEqual([late.invoice_id])
  })

  test('events are read page by page, each once, and the last cursor continues with later ones', async () => {
    const made: string[] = []
    for (let count = 0; count < 5; count++) made.push((await create(shop)).invoice_id)
    await settleTime()
    const seen: string[] = []
    let cursor = start
    for (let more = true; more; ) {
      const page = await read(`limit=2&cursor=${cursor}`)
      seen.push(...page.data.map(({ payment }) => payment!.invoice_id))
      ;({ cursor, more } = page)
    }
    expect([...seen].sort()).toEqual(made.sort())
    expect((await read(`cursor=${cursor}`)).data).toEqual([])
    const next = await create(shop)
    await shop.app.sql.write("update event set recorded_at = recorded_at - interval '1 second' where subject = $1", [
      next.invoice_id,
    ])
    const later = Date.now() + 5000
    let found: Told[] = []
    while (found.length === 0 && Date.now() < later) found = (await read(`cursor=${cursor}`)).data
    expect(found.map(({ payment }) => payment!.invoice_id)).toEqual([next.invoice_id])
  })

  test('reading from now on returns no earlier events', async () => {
    await create(shop)
    await settleTime()
    const now = await read('cursor=now')
    expect(now.data).toEqual([])
    expect((await read(`cursor=${now.cursor}`)).data).toEqual([])
  })

  test('events of another account or mode are never returned', async () => {
    const { invoice_id } = await create(shop, {}, shop.keys.second)
    await settleTime()
    const told = async (key: string) => (await read('limit=100', key)).data.map(({ payment }) => payment?.invoice_id)
    expect(await told(shop.keys.second)).toContain(invoice_id)
    expect(await told(shop.keys.demo)).not.toContain(invoice_id)
    expect(await told(shop.keys.live)).toEqual([])
  })

  test('an event that was written earlier but committed later is not skipped', async () => {
    const client = new pg.Client(shop.connection)
    await client.connect()
    try {
      const subject = `INV-${'0'.repeat(20)}`
      await client.query('begin')
      await client.query(
        `insert into event (id, account_id, mode, type, subject, payload, created_at) values ($1, $2, 'test', 'payment.paid', $3, '{}', now())`,
        [randomUUID(), shop.demo.accountId, subject],
      )
      const began = await client.query('select now() as at')
      const quick = await create(shop)
      // Old enough to appear if no transaction were running, but not before earlier ones.
      await shop.app.sql.write(
        "update event set recorded_at = $2::timestamptz - interval '0.99 seconds' where subject = $1",
        [quick.invoice_id, began.rows[0].at],
      )
      await shop.app.sql.query('select pg_sleep(0.1)')
      const held = await read(`cursor=${start}&limit=100`)
      expect(held.data.map(({ payment }) => payment?.invoice_id)).not.toContain(quick.invoice_id)
      await client.query('commit')
      await settleTime()
      const { data } = await read(`cursor=${held.cursor}&limit=100`)
      expect(data.map(({ type }) => type).sort()).toEqual(['payment.created', 'payment.paid'])
    } finally {
      await client.end()
    }
  })

  test('events include their signed callbacks for a test key, but not for a live key', async () => {
    const { invoice_id } = await create(shop)
    await shop.api('/simulate-payment', { body: { invoice: invoice_id } })
    await settleTime()
    const answer = await shop.api(`/events?cursor=${start}&type=payment.paid&signed=true`)
    const { headers, body } = answer.body.data[0].callback
    const told = JSON.parse(body)
    expect(told).toMatchObject({ event: 'payment.paid', invoice_id })
    const text = `${invoice_id}|paid|${told.final_amount}|${headers['X-Webhook-Timestamp']}`
    expect(headers['X-Webhook-Signature']).toBe(createHmac('sha256', shop.secret).update(text).digest('hex'))
    const { delivery } = answer.body.data[0]
    expect(JSON.parse(delivery.body)).toMatchObject({ type: 'payment.paid', mode: 'test', data: { invoice_id } })
    expect(delivery.headers['webhook-signature']).toMatch(/^v1,/)
    const live = await shop.api('/events?signed=true', { key: shop.keys.live })
    expect(live).toMatchObject({ status: 400, body: { fields: [{ path: 'signed' }] } })
  })

  test.each([
    'x',
    'MHx4',
    Buffer.from(`x|${randomUUID()}`).toString('base64url'),
    Buffer.from('9e99|a').toString('base64url'),
  ])('events with the cursor %s are refused', async cursor => {
    expect(await shop.api(`/events?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'cursor' }] },
    })
  })
})

describe('redeliver', () => {
  async function arrivals(invoiceId: string): Promise<number> {
    const log = (await shop.sandbox('/receiver/log')).body as { body: string; signature_ok: boolean }[]
    return log.filter(({ body, signature_ok }) => signature_ok && JSON.parse(body).invoice_id === invoiceId).length
  }

  test('redeliver resends the callback of one payment', async () => {
    const { invoice_id } = await create(shop)
    await shop.api('/simulate-payment', { body: { invoice: invoice_id } })
    await shop.work()
    expect(await arrivals(invoice_id)).toBe(1)
    expect(await shop.api('/redeliver', { body: { invoice: invoice_id } })).toMatchObject({
      status: 200,
      body: { success: true, redelivered: 1 },
    })
    await shop.work()
    expect(await arrivals(invoice_id)).toBe(2)
    const soon = await shop.api('/redeliver', { body: { invoice: invoice_id } })
    expect(soon).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  })

  test('redeliver resends the callbacks of given days, or all failed ones', async () => {
    const day = shop.app.calendar.formatDay(shop.app.now())
    const ofToday = await shop.api('/redeliver', { body: { start_date: day, end_date: day } })
    expect(ofToday.body.redelivered).toBeGreaterThan(0)
    const failed = { body: { failed: true } }
    const beside = await shop.api('/redeliver', failed)
    expect(beside).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(beside.headers.get('retry-after')).toBe('10')
    await shop.work()
    expect((await shop.api('/redeliver', failed)).body).toMatchObject({ redelivered: 0 })
  })

  test('redeliver explains its input if none or several are given, or the payment has no callback', async () => {
    const { invoice_id } = await create(shop)
    for (const body of [{}, { failed: false }, { failed: true, invoice: invoice_id }]) {
      expect(await shop.api('/redeliver', { body })).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'invoice' }] },
      })
    }
    expect(await shop.api('/redeliver', { body: { invoice: invoice_id } })).toMatchObject({
      status: 400,
      body: { code: 'refused_transition' },
    })
    expect((await shop.api('/redeliver', { body: { start_date: '2026-02-30' } })).status).toBe(400)
    const reversed = await shop.api('/redeliver', { body: { start_date: '2026-02-02', end_date: '2026-02-01' } })
    expect([reversed.status, reversed.body.fields]).toEqual([
      400,
      [{ path: 'end_date', error: 'is not before start_date' }],
    ])
  })

  test("redeliver is 404 for another account's payment, and sends nothing", async () => {
    const { invoice_id } = await create(shop)
    await shop.api('/simulate-payment', { body: { invoice: invoice_id } })
    const answer = await shop.api('/redeliver', { body: { invoice: invoice_id }, key: shop.keys.second })
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('test-callback', () => {
  test('test-callback sends a signed and marked callback of an invented payment, which events list', async () => {
    const { body } = await shop.api('/test-callback', { body: {} })
    expect(body).toMatchObject({ success: true, invoice_id: expect.stringMatching(/^INV-TEST/) })
    await shop.work()
    const log = (await shop.sandbox('/receiver/log')).body as { body: string; headers: Record<string, string> }[]
    const arrived = log.find(one => JSON.parse(one.body).invoice_id === body.invoice_id)
    expect(arrived!.headers['x-webhook-test']).toBe('1')
    await settleTime()
    const { data } = await read('type=callback.test')
    expect(data.at(-1)!.payment).toBeNull()
  })

  test('test-callback refuses an address that callbacks may not reach, and requires one', async () => {
    expect(await shop.api('/test-callback', { body: { url: 'http://169.254.169.254/' } })).toMatchObject({
      status: 400,
      body: { code: 'address_refused', fields: [{ path: 'url' }] },
    })
    expect(await shop.api('/test-callback', { body: {}, key: shop.keys.second })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'url' }] },
    })
  })
})
