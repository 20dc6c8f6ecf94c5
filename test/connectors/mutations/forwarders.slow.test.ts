import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { statusOf } from '../../payments/scenario.ts'
import {
  fadzpayBody,
  fadzpayHeaders,
  fadzpayHeartbeat,
  fadzpayHeartbeatHeaders,
  fadzpaySecrets,
  notificationForwarderBody,
  payhookBody,
  payhookHeaders,
  payhookHeartbeat,
} from './forwarders.ts'
import {
  connectPhone,
  dots,
  forward,
  nativeHeaders,
  now,
  orderFrom,
  type Phone,
  secret,
  transfersOf,
  unreadOf,
} from './phone.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const localNow = () => shop.app.calendar.format(shop.app.now())
const milliseconds = () => shop.app.now().getTime()
const words = (amount: number) => `Pembayaran QRIS sebesar Rp${dots(amount)} telah diterima.`
const coveredUntil = async ({ connectionId }: Phone) => {
  const [row] = await shop.app.sql.query<{ watermark: Date }>(
    'select watermark from reading where connection_id = $1',
    [connectionId],
  )
  return row!.watermark.getTime()
}

describe('fadzPay', () => {
  const connectFadzpay = () => connectPhone(shop, { dialect: 'fadzpay', ...fadzpaySecrets })

  test.each([
    ['the milliseconds quoted in the issue', () => String(milliseconds())],
    ['the local time of Termux:API', localNow],
    ['no time', () => ''],
    ['a notification without a time, which Termux:API prints as 1970', () => '1970-01-01 07:00:00'],
  ])('fadzPay pays three payments of three amounts, with %s', async (_name, when) => {
    const phone = await connectFadzpay()
    for (const amount of [21_000, 34_000, 55_000]) {
      const payment = await orderFrom(shop, phone, amount)
      const body = fadzpayBody(payment.final_amount, words(payment.final_amount), when())
      // It stores what was not answered with 2xx, and sends it again.
      for (let turn = 0; turn < 2; turn++) {
        const answer = await forward(shop, phone.connectionId, body, fadzpayHeaders(secret), {
          path: '/webhook/payment',
        })
        expect(answer.status).toBe(200)
      }
      expect(await statusOf(shop, payment, phone.key)).toBe('paid')
    }
    expect(await transfersOf(shop, phone)).toHaveLength(3)
  })

  test('fadzPay is refused with the token of another connection, without one, and with a wrong PIN', async () => {
    const phone = await connectFadzpay()
    const body = fadzpayBody(10_018, words(10_018), '')
    for (const change of [{ 'x-forwarder-token': 'other' }, { 'x-forwarder-token': '' }, { 'x-forwarder-pin': '1' }]) {
      const headers = (text: string) => ({ ...fadzpayHeaders(secret)(text), ...change })
      expect(await forward(shop, phone.connectionId, body, headers)).toMatchObject({ status: 401 })
    }
    const headers = (text: string) => fadzpayHeartbeatHeaders(secret)(text)
    expect(await forward(shop, phone.connectionId, body, headers)).toMatchObject({ status: 401 })
    // The first version of the script has it in the address.
    const path = `/webhook/payment?token=${fadzpaySecrets.token}`
    expect(await forward(shop, phone.connectionId, body, headers, { path })).toMatchObject({ status: 200 })
  })

  test("a heartbeat of fadzPay's add-on counts once the phone has sent everything", async () => {
    const phone = await connectPhone(shop, { dialect: 'fadzpay', ...fadzpaySecrets, heartbeat_s: 60 })
    const beat = (facts: object) =>
      forward(shop, phone.connectionId, fadzpayHeartbeat(facts), fadzpayHeartbeatHeaders(secret), {
        path: '/status/heartbeat',
      })
    const before = await coveredUntil(phone)
    shop.advance(400)
    expect(await beat({ lines: 2 })).toMatchObject({ status: 200 })
    expect(await beat({ running: 0 })).toMatchObject({ status: 200 })
    expect(await coveredUntil(phone)).toBe(before)
    expect(await beat({})).toMatchObject({ status: 200 })
    expect(await coveredUntil(phone)).toBeGreaterThan(before)
    expect(await unreadOf(shop, phone)).toEqual([])
  })
})

describe('PayHook', () => {
  test('PayHook pays with its own body, whose time has no offset', async () => {
    const phone = await connectPhone(shop, { dialect: 'payhook' })
    const payment = await orderFrom(shop, phone, 81_000)
    const body = payhookBody(payment.final_amount, localNow())
    expect(await forward(shop, phone.connectionId, body, payhookHeaders(secret, 'n1'))).toMatchObject({ status: 200 })
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
    const [row] = await shop.app.sql.query<{ occurred_at: Date }>(
      'select occurred_at from transfer where connection_id = $1',
      [phone.connectionId],
    )
    expect(Math.abs(row!.occurred_at.getTime() - milliseconds())).toBeLessThan(60_000)
  })

  test('a heartbeat of PayHook counts without a nonce', async () => {
    const phone = await connectPhone(shop, { dialect: 'payhook', heartbeat_s: 60 })
    const before = await coveredUntil(phone)
    shop.advance(400)
    expect(await forward(shop, phone.connectionId, payhookHeartbeat(), payhookHeaders(secret))).toMatchObject({
      status: 200,
    })
    expect(await coveredUntil(phone)).toBeGreaterThan(before)
  })
})

test('NotificationForwarder is read, and waits for a person because it does not sign', async () => {
  const phone = await connectPhone(shop, { dialect: 'forwarder' })
  const payment = await orderFrom(shop, phone, 25_000)
  const text = `Kamu menerima Rp${dots(payment.final_amount)} dari SITI`
  const body = notificationForwarderBody(text, milliseconds())
  const bearer = (of: string) => () => ({ authorization: `Bearer ${of}` })
  expect(await forward(shop, phone.connectionId, body, bearer('another'))).toMatchObject({ status: 401 })
  expect(await forward(shop, phone.connectionId, body, bearer(secret))).toMatchObject({ status: 200 })
  expect(await transfersOf(shop, phone)).toMatchObject([{ state: 'review', invoice_id: payment.invoice_id }])
})

describe('unreadable optional fields of a forwarder', () => {
  const said = (amount: number) => ({
    package_name: 'com.gojek.gopay',
    title: 'GoPay',
    text: `Kamu menerima Rp${dots(amount)} dari SITI`,
  })

  test.each<[string, (amount: number) => object]>([
    ['an amount of 0', () => ({ amount: 0 })],
    ['a negative amount', () => ({ amount: -15_000 })],
    ['a fraction', () => ({ amount: 15_000.5 })],
    ['an amount as text', amount => ({ amount: String(amount) })],
    ['an amount in words', () => ({ amount: 'lima ribu' })],
    ['an amount that is an object', () => ({ amount: {} })],
    ['milliseconds as text', () => ({ postedAt: String(milliseconds()) })],
    ['an impossible date', () => ({ occurred_at: '2026-02-31 10:00:00' })],
    ['a time in words', () => ({ timestamp: 'kemarin' })],
    ['a time without an offset', () => ({ timestamp: localNow() })],
    ['the same with a T', () => ({ timestamp: localNow().replace(' ', 'T') })],
    ['an offset without a colon', () => ({ timestamp: shop.app.now().toISOString().replace('Z', '+0000') })],
    ['a time of 0', () => ({ postedAt: 0 })],
    ['an id that is an object', () => ({ event_id: {} })],
    ['an id of 300 characters', () => ({ event_id: 'x'.repeat(300) })],
    ['a number as id', () => ({ event_id: 4711 })],
    ['null everywhere', () => ({ event_id: null, amount: null, occurred_at: null, bigText: null })],
    ['an icon of 90 kB', () => ({ icon: 'A'.repeat(90_000) })],
  ])('a notification pays despite %s in an optional field', async (_name, more) => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 15_000)
    const body = { ...said(payment.final_amount), ...more(payment.final_amount) }
    expect(await forward(shop, phone.connectionId, body)).toMatchObject({ status: 200 })
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
  })

  test.each(['bigText', 'content', 'body', 'message', 'notification_content'])('a text in `%s` is read', async name => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 15_000)
    const { text, ...rest } = said(payment.final_amount)
    await forward(shop, phone.connectionId, { ...rest, [name]: text })
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
  })

  test('a long and a short text count together, and both must be plausible', async () => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 15_000)
    const { text, ...rest } = said(payment.final_amount)
    const cut = `${text.slice(0, -3)}…`
    const odd = { ...rest, text, bigText: 'Dibatalkan. Uang dikembalikan.' }
    await forward(shop, phone.connectionId, odd)
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')
    expect(await unreadOf(shop, phone)).toMatchObject([{ reason: 'in_review', has_words: true }])
    await forward(shop, phone.connectionId, { ...rest, text: cut, bigText: text })
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
  })

  test.each<[string, object]>([
    ['of another type', { text: { lines: ['x'] } }],
    ['that is too long', { text: 'x'.repeat(3000) }],
    ['in a field that no forwarder has', { notification: { text: 'Diskon besar' } }],
  ])('a text %s is not ignored, and its amount waits for a person', async (_name, more) => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 15_000)
    const body = { package_name: 'com.gojek.gopay', amount: payment.final_amount, ...more }
    expect(await forward(shop, phone.connectionId, body)).toMatchObject({ status: 200 })
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')
    expect(await transfersOf(shop, phone)).toMatchObject([{ amount: payment.final_amount, state: 'review' }])
  })

  test.each<[string, (amount: number) => object]>([
    ['an amount', amount => ({ amount })],
    ['a text', amount => ({ ...said(amount), package_name: null })],
    ['an amount and a text', amount => ({ amount, text: `Rp${dots(amount)} mendarat` })],
  ])('%s without an app waits for a person', async (_name, body) => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 15_000)
    await forward(shop, phone.connectionId, body(payment.final_amount))
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')
    expect(await transfersOf(shop, phone)).toMatchObject([{ state: 'review', invoice_id: payment.invoice_id }])
  })
})

describe('signed notifications that cannot be read', () => {
  const gopay = { package_name: 'com.gojek.gopay', title: 'GoPay' }

  test.each<[string, object, object]>([
    [
      'an amount that differs from its text',
      { ...gopay, text: 'Kamu menerima Rp91.015 dari BUDI', amount: 91 },
      { reason: 'amounts_differ', amount: 91, has_words: true },
    ],
    [
      'a sentence of no known app',
      { ...gopay, text: 'Rp91.016 telah mendarat' },
      { reason: 'sentence', amount: null, has_words: true },
    ],
    ['nothing but a package', { ...gopay, title: '' }, { reason: 'no_amount', has_words: false }],
    [
      'an app that was not chosen',
      { ...gopay, package_name: 'id.bni.wondr', text: 'Rp91.017 masuk', amount: 91_017 },
      { reason: 'not_chosen', is_chosen: false, amount: null, has_words: false },
    ],
    ['money of no app', { text: 'Rp91.021 mendarat' }, { reason: 'sentence', package_name: '', has_words: true }],
    ['words of no app', { text: 'Halo Kak' }, { reason: 'not_chosen', package_name: '', has_words: false }],
    [
      'a one-time code',
      { ...gopay, text: 'Kode OTP kamu 482913. Jangan berikan kepada siapa pun.' },
      { reason: 'sentence', is_withheld: true, has_words: false },
    ],
  ])('a signed notification with %s is stored for a person', async (_name, body, row) => {
    const phone = await connectPhone(shop)
    expect(await forward(shop, phone.connectionId, body)).toMatchObject({ status: 200 })
    expect(await transfersOf(shop, phone)).toEqual([])
    expect(await unreadOf(shop, phone)).toMatchObject([row])
  })

  test('the text of money in review is stored with it, and its amount counts once', async () => {
    const phone = await connectPhone(shop)
    const amount = 91_018
    await forward(shop, phone.connectionId, { ...gopay, text: `Rp${dots(amount)} telah mendarat`, amount })
    expect(await transfersOf(shop, phone)).toMatchObject([{ amount, state: 'review' }])
    expect(await unreadOf(shop, phone)).toMatchObject([{ reason: 'in_review', has_words: true, amount: null }])
  })

  test('the same text is stored again, unless the request is the same', async () => {
    const phone = await connectPhone(shop)
    const body = { ...gopay, text: 'Rp91.019 telah mendarat' }
    const send = (nonce: string) => forward(shop, phone.connectionId, body, nativeHeaders(now(), secret, nonce))
    for (const nonce of ['a', 'b', 'b', 'a']) await send(nonce)
    expect(await unreadOf(shop, phone)).toHaveLength(2)
  })

  test('a push whose text cannot be stored is not accepted', async () => {
    const phone = await connectPhone(shop)
    await shop.app.sql.write('update connection set removed_at = null where id = $1', [phone.connectionId])
    await shop.app.sql.write('delete from reading where connection_id = $1', [phone.connectionId])
    const answer = await forward(shop, phone.connectionId, { ...gopay, text: 'Rp91.020 telah mendarat' })
    expect(answer.status).toBe(503)
  })
})
