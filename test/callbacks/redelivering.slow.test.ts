import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliverCallbacks } from '../../src/callbacks/deliver-callbacks.ts'
import { listCallbacks } from '../../src/callbacks/list-callbacks.ts'
import { redeliverCallbacks } from '../../src/callbacks/redeliver.ts'
import { sendTestCallback } from '../../src/callbacks/send-test-callback.ts'
import { callbackCommands } from '../../src/commands/callback-commands.ts'
import { findStandingByAccount } from '../../src/keys/standing.ts'
import type { TestShop } from '../kit/app.ts'
import { count, create } from '../payments/scenario.ts'
import { closeInOrder, deliver, openShop, paidPayment, paidPayments, type Receiver, startReceiver } from './receiver.ts'

let shop: TestShop
let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
})

afterEach(() => closeInOrder(shop, receiver))

const again = (which: Parameters<typeof redeliverCallbacks>[1]['which'], owner = shop.demo) =>
  redeliverCallbacks(shop.app, { owner, which, by: 'sari' })
const idsSeen = () => receiver.received.map(({ headers }) => headers['webhook-id'])

describe('resending a callback', () => {
  test('a delivered callback is resent with the same id, a new signature, and its own delivery with its requester', async () => {
    const invoiceId = await paidPayment(shop, receiver.url)
    await deliver(shop)
    expect(await again({ invoiceId })).toBe(1)
    await deliver(shop)
    expect(receiver.received).toHaveLength(2)
    expect(new Set(idsSeen()).size).toBe(1)
    expect(receiver.received[1]!.headers['x-webhook-attempt']).toBe('1')
    expect(await listCallbacks(shop.app, shop.demo)).toMatchObject([
      { invoiceId, state: 'delivered', requestedBy: 'sari', attempts: [{ number: 1, status: 200 }] },
      { invoiceId, state: 'delivered', requestedBy: null, attempts: [{ number: 1, status: 200 }] },
    ])
  })

  test('resending a callback that waits for a retry sends it at once, and uses up no other attempt', async () => {
    receiver.answer = () => ({ status: 500 })
    const invoiceId = await paidPayment(shop, receiver.url)
    await deliver(shop)
    receiver.answer = () => ({ status: 200 })
    await again({ invoiceId })
    await deliver(shop)
    expect(await listCallbacks(shop.app, shop.demo)).toMatchObject([
      { state: 'delivered', attempts: [{ number: 2 }, { number: 1 }] },
    ])
  })

  test('a second resend within ten seconds is refused, a later one allowed', async () => {
    const invoiceId = await paidPayment(shop, receiver.url)
    await deliver(shop)
    await again({ invoiceId })
    await deliver(shop)
    await expect(again({ invoiceId })).rejects.toMatchObject({ code: 'rate_limited' })
    shop.advance(11)
    await again({ invoiceId })
    await deliver(shop)
    expect(receiver.received).toHaveLength(3)
  })

  test('a resent callback goes to the current address, even if the payment had none before', async () => {
    await shop.app.sql.write('update account set default_callback_url = null where id = $1', [shop.demo.accountId])
    const invoiceId = await paidPayment(shop, '')
    await expect(again({ invoiceId })).rejects.toMatchObject({ code: 'refused_transition' })
    await shop.app.sql.write('update account set default_callback_url = $2 where id = $1', [
      shop.demo.accountId,
      receiver.url,
    ])
    await again({ invoiceId })
    await deliver(shop)
    expect(receiver.received.map(({ headers }) => headers['x-invoice-id'])).toEqual([invoiceId])
  })

  test("resending is refused for unpaid, unknown and other accounts' payments", async () => {
    const unpaid = await create(shop)
    await expect(again({ invoiceId: unpaid.invoice_id })).rejects.toMatchObject({ code: 'refused_transition' })
    await expect(again({ invoiceId: 'INV-NONE' })).rejects.toMatchObject({ code: 'not_found' })
    const theirs = await paidPayment(shop, receiver.url, shop.keys.second)
    await expect(again({ invoiceId: theirs })).rejects.toMatchObject({ code: 'not_found' })
    await deliver(shop)
    expect(await again({ from: new Date(0), to: shop.app.now() })).toBe(0)
  })

  test('resending all failed callbacks excludes delivered ones', async () => {
    const [failed, arrived] = await paidPayments(shop, 2, receiver.url)
    receiver.answer = ({ headers }) => ({ status: headers['x-invoice-id'] === failed ? 410 : 200 })
    await deliver(shop)
    receiver.received.length = 0
    receiver.answer = () => ({ status: 200 })
    expect(await again({ failed: true })).toBe(1)
    await deliver(shop)
    expect(receiver.received.map(({ headers }) => headers['x-invoice-id'])).toEqual([failed])
    shop.advance(60)
    expect(await again({ failed: true })).toBe(0)
    expect(arrived).toBeDefined()
  })

  test('resending covers all callbacks of a period', async () => {
    await paidPayment(shop, receiver.url)
    shop.advance(3600)
    const from = shop.app.now()
    const within = await paidPayments(shop, 3, receiver.url)
    shop.advance(3600)
    const to = shop.app.now()
    await paidPayment(shop, receiver.url)
    await deliver(shop)
    receiver.received.length = 0
    shop.advance(60)
    expect(await again({ from, to })).toBe(3)
    await deliver(shop)
    expect(new Set(receiver.received.map(({ headers }) => headers['x-invoice-id']))).toEqual(new Set(within))
  })

  test('the command resends all callbacks of several days, from the first to the last', async () => {
    await paidPayment(shop, receiver.url)
    await deliver(shop)
    shop.advance(60)
    const [sent] = await listCallbacks(shop.app, shop.demo)
    const day = (offset: number) =>
      shop.app.calendar.formatDay(new Date(sent!.createdAt.getTime() + offset * 86_400_000))
    const { name: account } = (await findStandingByAccount(shop.app, shop.demo.accountId, 'test'))!
    const resend = (from: string, to: string) =>
      callbackCommands['callback redeliver'].run(shop.app, { words: [], options: { account, mode: 'test', from, to } })
    expect(await resend(day(-2), day(-1))).toEqual(['0 callbacks leave again.'])
    expect(await resend(day(-1), day(0))).toEqual(['1 callback leaves again.'])
    await deliver(shop)
    shop.advance(11)
    expect(await resend(day(0), day(0))).toEqual(['1 callback leaves again.'])
    await expect(resend(day(0), day(-1))).rejects.toMatchObject({ fields: [{ path: '--to' }] })
    await expect(resend(day(0), '2026-02-30')).rejects.toMatchObject({ fields: [{ path: '--to' }] })
  })

  test('resending does not copy the body, because a delivery has none of its own', async () => {
    const columns = await shop.app.sql.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = 'delivery'",
    )
    expect(columns.map(({ name }) => name)).not.toContain('body')
  })
})

describe('40 simultaneous resends', () => {
  const ofToday = (key = shop.keys.demo) => {
    const day = shop.app.calendar.formatDay(shop.app.now())
    return shop.api('/redeliver', { body: { start_date: day, end_date: day }, key })
  }
  const timesOf = (invoices: string[]) =>
    invoices.map(id => receiver.received.filter(({ headers }) => headers['x-invoice-id'] === id).length)

  test('40 simultaneous calls for a day resend 73 callbacks once each, and the other calls have to retry', async () => {
    const invoices = await paidPayments(shop, 73, receiver.url)
    while ((await count(shop, 'delivery', "state = 'pending'")) > 0) await deliver(shop)
    receiver.received.length = 0
    shop.advance(60)
    const answers = await Promise.all(Array.from({ length: 40 }, () => ofToday()))
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body.redelivered)).toEqual([73])
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(39)
    for (const { status, headers, body } of refused) {
      expect([status, headers.get('retry-after'), body.code]).toEqual([429, '10', 'rate_limited'])
      expect(body.error).toContain('being sent again already')
    }
    while ((await count(shop, 'delivery', "state = 'pending'")) > 0) await deliver(shop)
    expect(timesOf(invoices)).toEqual(invoices.map(() => 1))
  })

  test('40 simultaneous calls for one payment resend it once, and delay no other payment', async () => {
    const [one, other] = await paidPayments(shop, 2, receiver.url)
    await deliver(shop)
    receiver.received.length = 0
    shop.advance(60)
    const ask = (invoice: string) => shop.api('/redeliver', { body: { invoice } })
    const [beside, ...answers] = await Promise.all([ask(other!), ...Array.from({ length: 40 }, () => ask(one!))])
    expect(beside!.status).toBe(200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(39)
    await deliver(shop)
    expect(timesOf([one!, other!])).toEqual([1, 1])
  })
})

describe('resending many callbacks', () => {
  const everything = () => ({ from: new Date(0), to: new Date(shop.app.now().getTime() + 1000) })

  async function sendManyAgain(howMany: number, from = new Date(0)): Promise<string[]> {
    const invoices = await paidPayments(shop, howMany, receiver.url)
    while ((await count(shop, 'delivery', "state = 'pending'")) > 0) await deliver(shop)
    receiver.received.length = 0
    shop.advance(60)
    expect(await again({ ...everything(), from })).toBe(howMany)
    return invoices
  }

  test('a bulk resend excludes others of its account and mode until each was tried, not single payments', async () => {
    const earlier = await paidPayment(shop, receiver.url)
    shop.advance(3600)
    const from = shop.app.now()
    const invoices = await sendManyAgain(7, from)
    shop.advance(3600)
    await expect(again(everything())).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 10 })
    await expect(again({ failed: true })).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(again({ invoiceId: earlier })).resolves.toBe(1)
    await expect(again(everything(), { ...shop.demo, mode: 'live' })).resolves.toBe(2)
    await expect(again(everything(), shop.second)).resolves.toBe(0)
    // Five are sent in one round, and others still wait.
    await deliver(shop)
    await expect(again(everything())).rejects.toMatchObject({ code: 'rate_limited' })
    await deliver(shop)
    expect(receiver.received.map(({ headers }) => headers['x-invoice-id']).sort()).toEqual(
      [earlier, ...invoices].sort(),
    )
    shop.advance(3600)
    await expect(again(everything())).resolves.toBe(8)
  })

  test('resent callbacks that their receiver refuses are tried once in ten seconds at most', async () => {
    await sendManyAgain(2)
    receiver.answer = () => ({ status: 500 })
    await deliver(shop)
    shop.advance(7)
    await deliver(shop)
    for (let call = 0; call < 5; call++) {
      await expect(again(everything())).resolves.toBe(0)
      await deliver(shop)
    }
    expect(receiver.received).toHaveLength(4)
    // The next is due after thirty seconds.
    shop.advance(11)
    await expect(again(everything())).resolves.toBe(2)
  })

  test('resent callbacks wait for a closed endpoint without delaying others, until its owner resends', async () => {
    await sendManyAgain(2)
    await shop.app.sql.write(
      `insert into callback_endpoint (account_id, origin, open_s, blocked_until) select account_id, origin, 600, $1
       from delivery where state = 'pending' limit 1`,
      [new Date(shop.app.now().getTime() + 600_000)],
    )
    await expect(again(everything())).resolves.toBe(2)
    expect(await count(shop, 'delivery', "state = 'pending'")).toBe(2)
  })

  test("resent callbacks do not delay another account's, even if 120 are never answered", async () => {
    const held = Promise.withResolvers<{ status: number }>()
    await sendManyAgain(120)
    receiver.answer = ({ path }) => (path === '/theirs' ? { status: 200 } : held.promise)
    const started = [await deliverCallbacks(shop.app, 200)]
    const theirs = await paidPayment(shop, `http://${receiver.host}/theirs`, shop.keys.second)
    started.push(await deliverCallbacks(shop.app, 200))
    await Promise.all(started[1]!.work)
    expect(await listCallbacks(shop.app, shop.second)).toMatchObject([{ invoiceId: theirs, state: 'delivered' }])
    expect(await count(shop, 'delivery', "state = 'delivered' and requested_by is not null")).toBe(0)
    held.resolve({ status: 200 })
    await Promise.all(started[0]!.work)
  })
})

describe('a test callback', () => {
  test('a test callback is marked, signed, for an invented invoice, and tried once', async () => {
    receiver.answer = () => ({ status: 500 })
    const invoiceId = await sendTestCallback(shop.app, shop.demo, { url: receiver.url, by: 'sari' })
    await deliver(shop)
    shop.advance(86_400)
    await deliver(shop)
    expect(receiver.received).toHaveLength(1)
    const [{ headers, body }] = receiver.received as [Receiver['received'][0]]
    expect(headers).toMatchObject({
      'x-webhook-test': '1',
      'x-webhook-event': 'payment.paid',
      'x-invoice-id': invoiceId,
    })
    expect(JSON.parse(body)).toMatchObject({
      invoice_id: invoiceId,
      status: 'paid',
      signature: headers['x-webhook-signature'],
      has_file: false,
    })
    expect((await shop.api(`/check-payment?invoice=${invoiceId}`)).status).toBe(404)
    expect(await listCallbacks(shop.app, shop.demo)).toMatchObject([
      { invoiceId, isTest: true, state: 'exhausted', requestedBy: 'sari', attempts: [{ status: 500 }] },
    ])
    expect(await count(shop, 'event', "type = 'callback.exhausted'")).toBe(0)
    expect(await again({ failed: true })).toBe(0)
  })

  test('a test callback needs an address that may be called', async () => {
    const { accountId } = shop.demo
    await shop.app.sql.write('update account set default_callback_url = null where id = $1', [accountId])
    await expect(sendTestCallback(shop.app, shop.demo, { by: 'sari' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    const inside = { url: 'http://127.0.0.1:1/', by: 'sari' }
    await expect(sendTestCallback(shop.app, shop.demo, inside)).rejects.toMatchObject({ code: 'address_refused' })
  })
})
