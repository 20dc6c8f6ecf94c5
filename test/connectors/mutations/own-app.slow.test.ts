import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listUnread } from '../../../src/money/unread/list-unread.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { statusOf } from '../../payments/scenario.ts'
import { appEvent } from './own-app.ts'
import { connectPhone, dots, forward, orderFrom, transfersOf, unreadOf } from './phone.ts'

// The bodies of packages/forwarder-android, field by field.

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const gopay = 'com.gojek.gopay'
const words = (amount: number) => `Kamu menerima Rp${dots(amount)} dari SITI`
const event = (amount: number, more: object = {}) =>
  appEvent({ pkg: gopay, title: 'GoPay', text: words(amount), ...more })

describe('a notification from our own app', () => {
  test('a notification from our own app pays once, even if it is sent repeatedly', async () => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 41_000)
    const body = event(payment.final_amount)
    for (let turn = 0; turn < 3; turn++) {
      expect(await forward(shop, phone.connectionId, body)).toMatchObject({ status: 200 })
    }
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
    expect(await transfersOf(shop, phone)).toHaveLength(1)
  })

  test('a notification that is displayed again with the same key and words is the same money', async () => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 42_000)
    await forward(shop, phone.connectionId, event(payment.final_amount, { when: Date.now() - 3_000 }))
    await forward(shop, phone.connectionId, event(payment.final_amount))
    const states = (await transfersOf(shop, phone)).map(({ state }) => state)
    expect(states.filter(state => state === 'settled')).toHaveLength(1)
    expect(states).not.toContain('review')
  })

  test.each([
    ['the big text', (text: string) => ({ text: '', bigText: text })],
    ['the lines', (text: string) => ({ text: '', lines: [text] })],
    ['a message of a conversation', (text: string) => ({ text: '', messages: [{ text, sender: '', time: 0 }] })],
    ['both texts', (text: string) => ({ text, bigText: text })],
  ])("our own app's notification pays by %s", async (_, shown) => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 43_000)
    const body = event(payment.final_amount, shown(words(payment.final_amount)))
    expect(await forward(shop, phone.connectionId, body)).toMatchObject({ status: 200 })
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
  })

  test('a notification of a work profile pays as well, with another key', async () => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 44_000)
    await forward(shop, phone.connectionId, event(payment.final_amount, { user: 10 }))
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
  })

  test('withheld texts are counted and displayed, and pay nothing', async () => {
    const phone = await connectPhone(shop)
    await forward(shop, phone.connectionId, event(45_000, { text: 'Kode OTP 482913', withheld: true }))
    expect(await unreadOf(shop, phone)).toEqual([
      expect.objectContaining({ package_name: gopay, is_withheld: true, has_words: false, reason: 'sentence' }),
    ])
    expect(await listUnread(shop.app, phone.accountId, phone.connectionId)).toMatchObject({ count: 1, withheld: 1 })
    expect(await transfersOf(shop, phone)).toEqual([])
  })

  test('a notification that Android hid is stored as hidden', async () => {
    const phone = await connectPhone(shop)
    const hidden = { title: 'GoPay', text: 'Konten notifikasi sensitif disembunyikan', hidden: true }
    await forward(shop, phone.connectionId, appEvent({ pkg: gopay, ...hidden }))
    expect(await unreadOf(shop, phone)).toEqual([expect.objectContaining({ reason: 'hidden', is_withheld: false })])
  })

  test('a summary without text leaves no trace', async () => {
    const phone = await connectPhone(shop)
    expect(await forward(shop, phone.connectionId, appEvent({ pkg: gopay, isSummary: true }))).toMatchObject({
      status: 200,
    })
    expect(await unreadOf(shop, phone)).toEqual([])
  })

  test.each([
    ['a text of 100 KB', 'x'.repeat(100_000)],
    ['emoji', 'Kamu menerima 💸💸 dari 🧕🏽'],
    ['text from right to left', '\u202eKamu menerima\u202c مبلغ'],
    ['half a surrogate pair and a null', 'Kamu\ud83d menerima\u0000'],
  ])('an event with %s is stored for a person and pays nothing', async (_, text) => {
    const phone = await connectPhone(shop)
    expect(await forward(shop, phone.connectionId, appEvent({ pkg: gopay, title: 'GoPay', text }))).toMatchObject({
      status: 200,
    })
    expect(await unreadOf(shop, phone)).toHaveLength(1)
    expect(await transfersOf(shop, phone)).toEqual([])
  })

  test('an event with a clock in 1970 counts as current money, once', async () => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 46_000)
    const body = event(payment.final_amount, { when: 5_000 })
    for (let turn = 0; turn < 2; turn++) await forward(shop, phone.connectionId, body)
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
    expect(await transfersOf(shop, phone)).toHaveLength(1)
  })

  test('an event from two phones with one key pays once, and the other is put in review', async () => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 47_000)
    await forward(shop, phone.connectionId, event(payment.final_amount, { id: 7 }))
    await forward(shop, phone.connectionId, event(payment.final_amount, { id: 8, when: Date.now() + 900 }))
    const states = (await transfersOf(shop, phone)).map(({ state }) => state)
    expect(states.filter(state => state === 'settled')).toHaveLength(1)
    expect(states).toHaveLength(2)
  })
})

test('a heartbeat with a queue proves nothing about older money, and one without does', async () => {
  const phone = await connectPhone(shop, { heartbeat_s: 60 })
  const covered = async () => {
    const sql = 'select watermark from reading where connection_id = $1'
    return (await shop.app.sql.query<{ watermark: Date }>(sql, [phone.connectionId]))[0]!.watermark.getTime()
  }
  const before = await covered()
  shop.advance(900)
  const beat = { type: 'heartbeat', sent_at: Date.now(), listener_connected: true, battery: 50, version: '1.0.0' }
  await forward(shop, phone.connectionId, { ...beat, queue: 5_000 })
  expect(await covered()).toBe(before)
  await forward(shop, phone.connectionId, { ...beat, queue: 0 })
  expect(await covered()).toBeGreaterThan(before)
})
