import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addWebhookSecret } from '../../src/accounts/webhook-secret.ts'
import { callbackLog } from '../../src/callbacks/callback-log.ts'
import { deliverCallbacks, retryDelaysS } from '../../src/callbacks/deliver-callbacks.ts'
import { finished } from '../../src/lib/started.ts'
import { readTransfers } from '../../src/payments/read-transfers.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.sandbox('/receiver/log', undefined, 'DELETE')
  await shop.app.sql.write("update delivery set state = 'stopped' where state = 'pending'")
})

interface Delivery {
  state: string
  attempts: number
  wait_s: number
}

async function payOne(body: object = {}): Promise<string> {
  const created = await shop.api('/create-payment', {
    body: { amount: 10_000, payment_method: 'wallet_direct', ...body },
  })
  const { invoice_id } = created.body.data
  await shop.sandbox('/transfers', { invoice_id })
  const { app } = shop
  await shop.hurry()
  await finished(readTransfers(app, 10))
  return invoice_id
}

const deliver = () => finished(deliverCallbacks(shop.app, 100))
const answers = (answer: object) => shop.sandbox('/receiver/answers', answer)
const received = async () => (await shop.sandbox('/receiver/log')).body

async function deliveryOf(invoice: string): Promise<Delivery> {
  const rows = await shop.app.sql.query<Delivery>(
    'select state, attempts, extract(epoch from next_at - $2::timestamptz)::float8 as wait_s from delivery where invoice_id = $1',
    [invoice, shop.app.now()],
  )
  return rows[0]!
}

describe('a payment.paid callback', () => {
  test('carries exactly the headers and the signature of the spec, and every field, null when empty', async () => {
    const invoice = await payOne({ description: 'Kopi', customer_name: 'Ayu', redirect_url: 'https://shop.example/ok' })
    await deliver()
    const [{ headers, body }] = await received()
    const told = JSON.parse(body)
    const timestamp = headers['x-webhook-timestamp']
    const signed = `${invoice}|paid|${told.final_amount}|${timestamp}`
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-event': 'payment.paid',
      'x-invoice-id': invoice,
      'x-webhook-signature': createHmac('sha256', shop.secret).update(signed).digest('hex'),
    })
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
    expect(told).toMatchObject({
      event: 'payment.paid',
      invoice_id: invoice,
      status: 'paid',
      amount: 10_000,
      customer_name: 'Ayu',
      customer_email: null,
      customer_phone: null,
      description: 'Kopi',
      redirect_url: 'https://shop.example/ok',
      has_file: false,
      has_content: false,
      timestamp: Number(timestamp),
      signature: headers['x-webhook-signature'],
    })
    expect(told.paid_amount).toBe(told.final_amount)
    expect(told.final_amount).toBe(told.amount + told.unique_code)
  })

  test('goes to the payment’s own address when it has one, else to the account’s default; else there is none', async () => {
    const own = await payOne({ callback_url: `${shop.sandboxUrl}/receiver?own=1` })
    const urls = await shop.app.sql.query<{ url: string }>('select url from delivery where invoice_id = $1', [own])
    expect(urls).toEqual([{ url: `${shop.sandboxUrl}/receiver?own=1` }])

    await shop.app.sql.write('update account set default_callback_url = null where id = $1', [shop.demo.accountId])
    const none = await payOne()
    expect(await shop.app.sql.query('select 1 from delivery where invoice_id = $1', [none])).toEqual([])
    await shop.app.sql.write('update account set default_callback_url = $2 where id = $1', [
      shop.demo.accountId,
      `${shop.sandboxUrl}/receiver`,
    ])
  })

  test('is tried twelve times over about 71 hours, each pause within a fifth of its step, with one id, signed anew', async () => {
    const invoice = await payOne()
    await answers({ status: 500, count: 12 })
    for (const [index, delayS] of [...retryDelaysS, null].entries()) {
      await deliver()
      const { state, attempts, wait_s } = await deliveryOf(invoice)
      expect(attempts).toBe(index + 1)
      if (delayS === null) {
        expect(state).toBe('exhausted')
      } else {
        expect(state).toBe('pending')
        expect(wait_s).toBeGreaterThan(delayS * 0.8 - 2)
        expect(wait_s).toBeLessThan(delayS * 1.2 + 2)
        await deliver()
        expect((await deliveryOf(invoice)).attempts).toBe(index + 1)
        shop.advance(wait_s + 1)
      }
    }
    const log = await received()
    expect(log).toHaveLength(12)
    expect(new Set(log.map((entry: { headers: Record<string, string> }) => entry.headers['x-webhook-id'])).size).toBe(1)
    expect(log.every((entry: { signature_ok: boolean }) => entry.signature_ok)).toBe(true)
    const told = await shop.app.sql.query("select 1 from event where type = 'callback.exhausted'")
    expect(told.length).toBeGreaterThan(0)
  })

  test.each([
    ['any 2xx is a success', { status: 204 }, 'delivered'],
    ['410 stops it', { status: 410 }, 'stopped'],
    ['a redirect is a failure', { status: 302, headers: { location: '/receiver' } }, 'pending'],
    ['401 is a failure', { status: 401 }, 'pending'],
  ])('%s', async (_name, answer, state) => {
    const invoice = await payOne()
    await answers({ ...answer, count: 1 })
    await deliver()
    expect((await deliveryOf(invoice)).state).toBe(state)
    expect(await received()).toHaveLength(1)
  })

  test.each([
    [429, '120', 120],
    [503, '7200', 7200],
    [503, '999999', 86_400],
  ])('%i with Retry-After %s waits at least that long, a day at most', async (status, retryAfter, waitS) => {
    const invoice = await payOne()
    await answers({ status, headers: { 'Retry-After': retryAfter }, count: 1 })
    await deliver()
    const { wait_s } = await deliveryOf(invoice)
    expect(wait_s).toBeGreaterThan(waitS - 2)
    expect(wait_s).toBeLessThan(waitS + 2)
  })

  test('an address that turned out to be an inside one is blocked, and never asked', async () => {
    const invoice = await payOne()
    await shop.app.sql.write("update delivery set url = 'http://127.0.0.1:9/hook' where invoice_id = $1", [invoice])
    await deliver()
    expect(await deliveryOf(invoice)).toMatchObject({ state: 'blocked', attempts: 1 })
  })

  test('while two secrets live, the spec’s header keeps the older one and the standard’s carries both', async () => {
    const newer = await addWebhookSecret(shop.app, shop.demo.accountId)
    await payOne()
    await deliver()
    const [{ headers, body }] = await received()
    const { invoice_id, final_amount, timestamp } = JSON.parse(body)
    const signed = `${invoice_id}|paid|${final_amount}|${timestamp}`
    expect(headers['x-webhook-signature']).toBe(createHmac('sha256', shop.secret).update(signed).digest('hex'))
    const standard = (secret: string) =>
      `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(`${headers['webhook-id']}.${timestamp}.${body}`)
        .digest('base64')}`
    expect(headers['webhook-signature'].split(' ')).toEqual([standard(shop.secret), standard(newer)])
  })
})

describe('delivering', () => {
  test('ten deliverers at once post a callback once', async () => {
    await payOne()
    await Promise.all(Array.from({ length: 10 }, deliver))
    expect(await received()).toHaveLength(1)
  })

  test('an account has at most five under way, and its first attempts go before its retries', async () => {
    const invoices = [await payOne(), await payOne(), await payOne()]
    await answers({ status: 500, count: 3 })
    await deliver()
    for (let n = 0; n < 4; n++) invoices.push(await payOne())
    shop.advance(10)
    expect(await deliver()).toBe(5)
    const firstTried = await shop.app.sql.query(
      "select invoice_id from delivery where invoice_id = any($1) and state = 'delivered' and attempts = 1",
      [invoices.slice(3)],
    )
    expect(firstTried).toHaveLength(4)
  })

  test('the log holds the last 20, newest first, with the status of each answer', async () => {
    for (let n = 0; n < 3; n++) await payOne()
    await answers({ status: 500, count: 1 })
    await deliver()
    const log = await callbackLog(shop.app, shop.demo)
    expect(log).toHaveLength(20)
    expect(log.slice(0, 3).map(entry => entry.status)).toContain(500)
    const times = log.map(entry => entry.attemptedAt.getTime())
    expect(times).toEqual([...times].sort((one, other) => other - one))
  })
})
