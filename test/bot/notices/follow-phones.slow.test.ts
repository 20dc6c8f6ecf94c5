import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ShopRules } from '../../../src/catalog/shop-rules.ts'
import { openForwarder } from '../../../src/connections/open-forwarder.ts'
import { pairPhone } from '../../../src/connections/pairing/pair-phone.ts'
import { Reading } from '../../../src/connections/reading.ts'
import { StoredEvent } from '../../../src/events/stored-event.ts'
import { Sighting } from '../../../src/money/sighting.ts'
import { UnreadRow } from '../../../src/money/unread/unread-row.ts'
import { findPhoneTrouble } from '../../../src/notices/phones/find-phone-trouble.ts'
import { followPhones } from '../../../src/notices/phones/follow-phones.ts'
import { appEvent } from '../../connectors/mutations/own-app.ts'
import { connectPhone, dots, forward, type Phone } from '../../connectors/mutations/phone.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const gopay = 'com.gojek.gopay'
const beat = (phone: Phone, more: object = {}) =>
  forward(shop, phone.connectionId, {
    type: 'heartbeat',
    sent_at: Date.now(),
    listener_connected: true,
    notification_access: true,
    battery: 80,
    charging: true,
    queue: 0,
    version: '1.0.0',
    model: 'vivo V2120',
    ...more,
  })
const pay = (phone: Phone, amount = 10_000 + randomInt(80_000)) =>
  forward(
    shop,
    phone.connectionId,
    appEvent({ pkg: gopay, title: 'GoPay', text: `Kamu menerima Rp${dots(amount)} dari SITI`, id: randomInt(1e9) }),
  )
async function pair({ accountId, connectionId }: Phone): Promise<void> {
  const { pairingUrl } = await openForwarder(shop.app, { accountId, mode: 'test' }, connectionId)
  const code = new URL(pairingUrl!).searchParams.get('code')!
  await pairPhone(shop.app, { code, model: 'vivo V2120', address: '198.51.100.7' })
}
/** Returns the troubles that the merchant was notified of. */
const notified = async ({ accountId }: Phone) => {
  const events = await shop.app
    .em({ accountId, mode: 'both' })
    .find(StoredEvent, { type: 'connection.phone_trouble' }, { orderBy: { id: 'asc' } })
  return events.map(({ payload }) => (payload as { trouble: string }).trouble)
}
const shown = ({ accountId }: Phone) => findPhoneTrouble(shop.app, { accountId, mode: 'test' })
const minutes = (count: number) => shop.advance(count * 60)

/** Copies a sighting to times before now, in seconds. */
async function seenBefore({ connectionId }: Phone, agoS: number[]): Promise<void> {
  const em = shop.app.em('installation')
  const { id: _, ...one } = (await em.findOneOrFail(Sighting, { connection: connectionId })) as Sighting
  const now = shop.app.now().getTime()
  const rows = agoS.map((ago, index) => ({
    account: one.account,
    connection: one.connection,
    receivingAccount: one.receivingAccount,
    transfer: one.transfer,
    packageName: one.packageName,
    amount: one.amount,
    keyAndWords: null,
    signedTime: null,
    nonce: null,
    occurredAt: null,
    payerName: null,
    payerApp: null,
    mergedBy: null,
    splitAt: null,
    splitBy: null,
    identity: `copy ${index}`,
    reference: `copy ${index} ${randomInt(1e12)}`,
    seenAt: new Date(now - ago * 1000),
  }))
  await em.insertMany(Sighting, rows)
}

describe('a silent phone', () => {
  test('a silent phone is noticed after 45 minutes without a heartbeat, once, and again after a recovery', async () => {
    const phone = await connectPhone(shop)
    await beat(phone)
    minutes(44)
    await followPhones(shop.app)
    expect(await notified(phone)).toEqual([])
    minutes(2)
    for (let turn = 0; turn < 3; turn++) await followPhones(shop.app)
    expect(await notified(phone)).toEqual(['silent'])
    await beat(phone)
    await followPhones(shop.app)
    minutes(46)
    await followPhones(shop.app)
    expect(await notified(phone)).toEqual(['silent', 'silent'])
  })

  test('a silent phone is noticed after five minutes in a busy hour, and shown at the counter five later', async () => {
    const phone = await connectPhone(shop)
    await pay(phone)
    const habit = Array.from({ length: 12 }, (_, day) => [10, 60, 100, 150, 200, 250].map(s => (day + 1) * 86_400 + s))
    minutes(5)
    await seenBefore(phone, habit.flat())
    await followPhones(shop.app)
    expect(await notified(phone)).toEqual(['silent'])
    expect(await shown(phone)).toBeNull()
    minutes(5)
    expect(await shown(phone)).toBe('silent')
    await pay(phone)
    await followPhones(shop.app)
    expect(await shown(phone)).toBeNull()
  })

  test.each([
    ['with little traffic at this time', 12, [100]],
    ['with traffic on a few days only', 6, [10, 60, 100, 150, 200, 250]],
    ['with traffic at another time', 12, [3_600, 3_700, 3_800, 3_900, 4_000, 4_100]],
  ])('a silent phone is not noticed %s', async (_, days, seconds) => {
    const phone = await connectPhone(shop)
    await pay(phone)
    minutes(5)
    const habit = Array.from({ length: days }, (_, day) => seconds.map(s => (day + 1) * 86_400 + s))
    await seenBefore(phone, habit.flat())
    await followPhones(shop.app)
    expect(await notified(phone)).toEqual([])
  })

  test('a silent phone is reported in the morning if the shop is closed', async () => {
    const phone = await connectPhone(shop)
    const { accountId } = phone
    await beat(phone)
    minutes(60)
    const rules = { hours: {}, holidays: [] }
    await shop.app.em({ accountId }).insert(ShopRules, { account: accountId, ...rules })
    await followPhones(shop.app)
    expect(await notified(phone)).toEqual([])
    await shop.app.em({ accountId }).nativeUpdate(ShopRules, { account: accountId }, { hours: null })
    await followPhones(shop.app)
    expect(await notified(phone)).toEqual(['silent'])
  })

  test('a paired phone that never reported is noticed, even if the previous phone did report', async () => {
    const [fresh, replaced] = [await connectPhone(shop), await connectPhone(shop)]
    await beat(replaced)
    minutes(8 * 24 * 60)
    await pair(fresh)
    await pair(replaced)
    minutes(44)
    await followPhones(shop.app)
    minutes(2)
    for (let turn = 0; turn < 2; turn++) await followPhones(shop.app)
    expect(await notified(fresh)).toEqual(['silent'])
    expect(await notified(replaced)).toEqual(['silent'])
  })

  test('reports about a silent phone stop after a week', async () => {
    const phone = await connectPhone(shop)
    await beat(phone)
    minutes(8 * 24 * 60)
    await followPhones(shop.app)
    expect(await notified(phone)).toEqual([])
  })
})

describe('a heartbeat', () => {
  test.each([
    ['listener_off', { listener_connected: false }],
    ['listener_off', { notification_access: false }],
    ['battery_low', { battery: 15, charging: false }],
  ])('a heartbeat reports %s once, until it has ended', async (trouble, more) => {
    const phone = await connectPhone(shop)
    for (const state of [more, more, {}, more]) {
      await beat(phone, state)
      await followPhones(shop.app)
    }
    expect(await notified(phone)).toEqual([trouble, trouble])
  })

  test('a battery that hovers around the limit notifies once', async () => {
    const phone = await connectPhone(shop)
    for (const battery of [15, 17, 14, 16]) {
      await beat(phone, { battery, charging: false })
      await followPhones(shop.app)
    }
    expect(await notified(phone)).toEqual(['battery_low'])
  })

  test('a heartbeat from another model with the same key is noticed', async () => {
    const phone = await connectPhone(shop)
    await beat(phone)
    await beat(phone, { model: 'OPPO CPH2477' })
    await beat(phone)
    await followPhones(shop.app)
    expect(await notified(phone)).toEqual(['two_phones'])
  })

  test('an updated app is noticed until its self-test has passed', async () => {
    const phone = await connectPhone(shop)
    await beat(phone)
    await beat(phone, { version: '1.0.1' })
    await followPhones(shop.app)
    expect(await notified(phone)).toEqual(['app_updated'])
    await beat(phone, { version: '1.0.1', test: true })
    await followPhones(shop.app)
    const { phoneTroubles } = await shop.app.em('shared').findOneOrFail(Reading, { connection: phone.connectionId })
    expect(phoneTroubles).toEqual({})
  })
})

test('a notification text that used to match daily and stopped is noticed, and a new one is not', async () => {
  const [stopped, mixed] = [await connectPhone(shop), await connectPhone(shop)]
  const unknown = (phone: Phone, index: number) =>
    forward(
      shop,
      phone.connectionId,
      appEvent({ pkg: gopay, title: 'GoPay', text: `Uangmu bertambah ${index} kali lho` }),
    )
  for (const phone of [stopped, mixed]) {
    await pay(phone)
    await shop.app
      .em('installation')
      .nativeUpdate(
        Sighting,
        { connection: phone.connectionId },
        { seenAt: new Date(shop.app.now().getTime() - 2 * 86_400_000) },
      )
    await seenBefore(
      phone,
      [3, 4, 5, 6, 7].map(day => day * 86_400),
    )
    for (let index = 0; index < 3; index++) await unknown(phone, index)
  }
  await seenBefore(mixed, [60])
  expect(await shop.app.em('installation').count(UnreadRow, { connection: stopped.connectionId })).toBe(3)
  await followPhones(shop.app)
  expect(await notified(stopped)).toEqual(['wording_stopped'])
  expect(await notified(mixed)).toEqual([])
})
