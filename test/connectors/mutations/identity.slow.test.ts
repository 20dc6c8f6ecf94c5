import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCalendar } from '../../../src/lib/calendar.ts'
import { listSightings } from '../../../src/money/list-sightings.ts'
import { splitSighting } from '../../../src/money/split-sighting.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { type CreatedPayment, statusOf } from '../../payments/scenario.ts'
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

let sent = 0
let times = 0
/** Sends a body in a separate request, with a unique time and nonce. */
const send = (phone: Phone, body: object, { time = freshTime(), nonce = `nonce-${++sent}` } = {}) =>
  forward(shop, phone.connectionId, body, nativeHeaders(time, secret, nonce))
const begunAt = Number(now())
const freshTime = () => String(begunAt - ++times)
const ownerOf = ({ accountId }: Phone) => ({ accountId, mode: 'test' as const })

const bare = (amount: number) => ({ package_name: 'com.bca', amount })
const gopay = (amount: number, more: object = {}) => ({
  package_name: 'com.gojek.gopay',
  title: 'GoPay',
  text: `Kamu menerima Rp${dots(amount)} dari SITI`,
  ...more,
})
const merchant = (amount: number, more: object = {}) => ({
  package_name: 'com.gojek.gopaymerchant',
  title: 'Pembayaran diterima',
  text: `Pembayaran QRIS sebesar Rp${dots(amount)} telah diterima.`,
  ...more,
})

// In the time zone of the shops of tests.
const today = () => createCalendar('Asia/Jakarta').formatDay(new Date())

describe('different amounts', () => {
  test.each<[string, object]>([
    ['with only a package and an amount', {}],
    ['of one minute', { occurred_at: new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString() }],
    ['of one day', { occurred_at: today() }],
    ['with one id', { event_id: 'the-same-for-all' }],
  ])('two different amounts are two notifications %s', async (_name, more) => {
    const phone = await connectPhone(shop)
    const payments = [await orderFrom(shop, phone, 61_000), await orderFrom(shop, phone, 62_000)]
    for (const { final_amount } of payments) await send(phone, { ...bare(final_amount), ...more })
    const amounts = (await transfersOf(shop, phone)).map(({ amount }) => amount)
    expect(amounts).toEqual(payments.map(({ final_amount }) => final_amount))
    const states = new Set((await transfersOf(shop, phone)).map(({ state }) => state))
    // An id that was already sent with another amount proves nothing.
    expect([...states]).toEqual('event_id' in more ? ['settled', 'review'] : ['settled'])
  })
})

const twoPaymentsOfOneAmount = async (phone: Phone, amount: number) =>
  [await orderFrom(shop, phone, amount), await orderFrom(shop, phone, amount)] as const

/** Gives the amount of the first payment to the second, as if it had become available again. */
async function giveAmountTo(second: CreatedPayment, { invoice_id, final_amount }: CreatedPayment) {
  await shop.app.sql.write('update payment set final_amount = $2 where invoice_id = $1', [
    second.invoice_id,
    final_amount,
  ])
  await shop.app.sql.write(
    `update hold set held_until = now() - interval '1 hour', held_from = now() - interval '2 hours' where invoice_id = $1`,
    [invoice_id],
  )
  await shop.app.sql.write('update hold set final_amount = $2 where invoice_id = $1', [second.invoice_id, final_amount])
}

describe('a notification without id and time that repeats an earlier one', () => {
  test.each([bare, gopay])('a repeated notification is reviewed as a possible repeat (%#)', async body => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 63_000)
    for (let turn = 0; turn < 3; turn++) await send(phone, body(payment.final_amount))
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
    const [first, ...repeats] = await transfersOf(shop, phone)
    expect(first).toMatchObject({ state: 'settled' })
    expect(repeats).toMatchObject([{ state: 'review' }, { state: 'review' }])
    const listed = await shop.api('/list-transfers', { key: phone.key })
    const ids = listed.body.data.map(({ transfer_id }: { transfer_id: number }) => transfer_id)
    expect(listed.body.data).toMatchObject([{ repeats: ids[2] }, { repeats: ids[2] }, { repeats: null }])
  })

  test('a repeated notification does not pay another payment that now has its amount', async () => {
    const phone = await connectPhone(shop)
    const [first, second] = await twoPaymentsOfOneAmount(phone, 64_000)
    await send(phone, bare(first.final_amount))
    await giveAmountTo(second, first)
    await send(phone, bare(first.final_amount))
    expect(await transfersOf(shop, phone)).toMatchObject([
      { state: 'settled' },
      { state: 'review', reason: 'unproved', invoice_id: second.invoice_id },
    ])
  })

  test.each<[string, { time?: string; nonce?: string }]>([
    ['signed time', { time: now() }],
    ['nonce', { nonce: 'the-nonce' }],
  ])('a repeated notification is a retry if the %s is the same', async (_name, same) => {
    const phone = await connectPhone(shop)
    const amount = 65_001
    for (let turn = 0; turn < 3; turn++) await send(phone, bare(amount), same)
    expect(await transfersOf(shop, phone)).toHaveLength(1)
    // The retry of a repetition is a repetition too.
    for (let turn = 0; turn < 2; turn++) await send(phone, bare(amount), { nonce: 'of-the-repeat' })
    expect(await transfersOf(shop, phone)).toHaveLength(2)
  })

  test('three simultaneous notifications without id are stored, and a simultaneous retry only once', async () => {
    const phone = await connectPhone(shop)
    await Promise.all([send(phone, bare(66_001)), send(phone, bare(66_001)), send(phone, bare(66_001))])
    expect(await transfersOf(shop, phone)).toHaveLength(3)
    const same = { time: now(), nonce: 'at-once' }
    await Promise.all([send(phone, bare(66_002), same), send(phone, bare(66_002), same)])
    expect((await transfersOf(shop, phone)).filter(({ amount }) => amount === 66_002)).toHaveLength(1)
  })

  test('a repeated notification is stored as a repeat even if a reaction fails', async () => {
    const phone = await connectPhone(shop)
    await send(phone, bare(66_003))
    const reaction = shop.app.reactions['transfer.in_review']
    shop.app.reactions['transfer.in_review'] = [
      () => {
        throw new Error('a reaction fails')
      },
    ]
    await send(phone, bare(66_003))
    shop.app.reactions['transfer.in_review'] = reaction
    expect((await transfersOf(shop, phone)).map(({ state }) => state)).toEqual(['review', 'unsettled'])
  })
})

test('an unread text without signature, id and time that comes twice is stored twice', async () => {
  const phone = await connectPhone(shop, { dialect: 'forwarder' })
  const body = { package_name: 'com.bca', title: 'BCA', text: 'Rp67.003 sudah sampai ya, Kak.' }
  for (let turn = 0; turn < 2; turn++) {
    await forward(shop, phone.connectionId, body, () => ({ authorization: `Bearer ${secret}` }))
  }
  expect(await unreadOf(shop, phone)).toHaveLength(2)
})

test('a repeated notification whose time has no seconds may be another one of that minute', async () => {
  const phone = await connectPhone(shop)
  const time = createCalendar('Asia/Jakarta').formatDay(new Date())
  for (let turn = 0; turn < 2; turn++) await send(phone, { ...gopay(67_002), timestamp: `${time} 00:01` })
  expect(await transfersOf(shop, phone)).toHaveLength(2)
})

test('a notification is identified by its id or time, even if it is sent repeatedly', async () => {
  const phone = await connectPhone(shop)
  for (const more of [{ event_id: 'E-1' }, { occurred_at: new Date().toISOString() }]) {
    for (let turn = 0; turn < 3; turn++) await send(phone, { ...gopay(67_001), ...more })
  }
  expect(await transfersOf(shop, phone)).toHaveLength(2)
})

describe('two sightings of one transfer', () => {
  const at = (secondsAgo: number) => new Date(shop.app.now().getTime() - secondsAgo * 1000).toISOString()
  const sightings = async (phone: Phone) => (await listSightings(shop.app, ownerOf(phone))).sightings

  test.each<[string, (amount: number) => object[]]>([
    ['of a pair of apps', amount => [gopay(amount), merchant(amount)]],
    ['of the pair in the other order', amount => [merchant(amount), gopay(amount)]],
    [
      'of a pair within 120 s',
      amount => [gopay(amount, { occurred_at: at(0) }), merchant(amount, { occurred_at: at(-119) })],
    ],
    [
      'of one notification that the phone displayed again',
      amount => [
        gopay(amount, { notificationKey: '0|com.gojek.gopay|7', event_id: `a${amount}` }),
        gopay(amount, { notificationKey: '0|com.gojek.gopay|7', event_id: `b${amount}` }),
      ],
    ],
  ])('two sightings %s are merged, listed, and split by one press', async (_name, bodies) => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 68_000)
    const sentBodies = bodies(payment.final_amount)
    for (const body of sentBodies) {
      for (let turn = 0; turn < 2; turn++) await send(phone, body, { nonce: JSON.stringify(body).slice(0, 150) })
    }
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
    expect(await transfersOf(shop, phone)).toMatchObject([{ state: 'settled' }])
    const [sighting, ...others] = await sightings(phone)
    expect(others).toEqual([])
    const splits = [1, 2].map(() =>
      splitSighting(shop.app, ownerOf(phone), { sightingId: sighting!.id, actor: 'user 1' }),
    )
    await Promise.all(splits)
    expect(await transfersOf(shop, phone)).toMatchObject([
      { state: 'settled' },
      { state: 'review', reason: 'paid_twice', amount: payment.final_amount },
    ])
    expect(await sightings(phone)).toEqual([])
    // A retry of a separated notification is still recognised.
    await send(phone, sentBodies[1]!, { nonce: JSON.stringify(sentBodies[1]).slice(0, 150) })
    expect(await transfersOf(shop, phone)).toHaveLength(2)
  })

  test.each<[string, (amount: number) => object[]]>([
    [
      'of apps that do not form a pair',
      amount => [gopay(amount), { ...gopay(amount), package_name: 'id.dana', title: 'DANA' }],
    ],
    [
      'of a pair more than 120 s apart',
      amount => [gopay(amount, { occurred_at: at(0) }), merchant(amount, { occurred_at: at(-121) })],
    ],
    [
      'with one key and other words',
      amount => [
        gopay(amount, { notificationKey: '0|com.gojek.gopay|8', event_id: `a${amount}` }),
        gopay(amount, {
          notificationKey: '0|com.gojek.gopay|8',
          event_id: `b${amount}`,
          text: `Kamu menerima Rp${dots(amount)} dari BUDI`,
        }),
      ],
    ],
    [
      'of the same app twice',
      amount => [gopay(amount, { event_id: `a${amount}` }), gopay(amount, { event_id: `b${amount}` })],
    ],
  ])('two sightings %s stay two, and the second waits for a person', async (_name, bodies) => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 69_000)
    for (const body of bodies(payment.final_amount)) await send(phone, body)
    expect(await transfersOf(shop, phone)).toMatchObject([
      { state: 'settled' },
      { state: 'review', reason: 'paid_twice' },
    ])
    expect(await sightings(phone)).toEqual([])
  })

  test('a second pair of sightings is a second transfer', async () => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 70_000)
    const amount = payment.final_amount
    await send(phone, gopay(amount, { event_id: 'a' }))
    await send(phone, merchant(amount, { event_id: 'b' }))
    await send(phone, merchant(amount, { event_id: 'c' }))
    expect(await transfersOf(shop, phone)).toHaveLength(2)
    expect(await sightings(phone)).toHaveLength(1)
  })

  test('the second sighting pays if it proves what the first could not', async () => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 71_000)
    await send(phone, { ...gopay(payment.final_amount), package_name: 'com.gojek.app' })
    await send(phone, merchant(payment.final_amount))
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
    expect(await transfersOf(shop, phone)).toMatchObject([{ state: 'review' }, { state: 'settled' }])
  })

  test.each<[string, number, object]>([
    ['pays another payment that now has the amount', -600, { state: 'settled', reason: null }],
    ['at its own time does not pay another payment', 0, { state: 'review', reason: 'unproved' }],
  ])('a repeated key and text %s', async (_name, secondsAgo, row) => {
    const phone = await connectPhone(shop)
    const [first, second] = await twoPaymentsOfOneAmount(phone, 73_000)
    const shown = (event_id: string, ago: number) =>
      gopay(first.final_amount, { event_id, key: '0|com.gojek.gopay|0', occurred_at: at(ago) })
    await send(phone, shown('a', 0))
    await giveAmountTo(second, first)
    await send(phone, shown('b', secondsAgo))
    expect(await transfersOf(shop, phone)).toMatchObject([
      { state: 'settled', invoice_id: first.invoice_id },
      { ...row, invoice_id: second.invoice_id },
    ])
  })

  test('the text of a second sighting does not pay another payment', async () => {
    const phone = await connectPhone(shop)
    const [first, second] = await twoPaymentsOfOneAmount(phone, 74_000)
    await send(phone, gopay(first.final_amount))
    await send(phone, merchant(first.final_amount))
    await giveAmountTo(second, first)
    await send(phone, merchant(first.final_amount))
    expect(await transfersOf(shop, phone)).toMatchObject([
      { state: 'settled', invoice_id: first.invoice_id },
      { state: 'review', reason: 'unproved', invoice_id: second.invoice_id },
    ])
  })

  test('the id of a second sighting with another amount is another notification', async () => {
    const phone = await connectPhone(shop)
    await send(phone, gopay(75_001, { event_id: 'a' }))
    await send(phone, merchant(75_001, { event_id: 'b' }))
    expect(await sightings(phone)).toHaveLength(1)
    for (let turn = 0; turn < 2; turn++) {
      expect(await send(phone, merchant(75_002, { event_id: 'b' }))).toMatchObject({ status: 200 })
    }
    expect(await transfersOf(shop, phone)).toMatchObject([{ amount: 75_001 }, { amount: 75_002, state: 'review' }])
  })

  test('a second sighting under the id of another amount can be split', async () => {
    const phone = await connectPhone(shop)
    const key = '0|com.gojek.gopay|9'
    await send(phone, gopay(76_001, { event_id: 'a', key }))
    await send(phone, gopay(76_002, { event_id: 'b', key }))
    expect(await send(phone, gopay(76_001, { event_id: 'b', key }))).toMatchObject({ status: 200 })
    const [sighting] = await sightings(phone)
    await splitSighting(shop.app, ownerOf(phone), { sightingId: sighting!.id, actor: 'user 1' })
    expect((await transfersOf(shop, phone)).map(({ amount }) => amount)).toEqual([76_001, 76_002, 76_001])
  })

  test('another merchant can neither see nor split a sighting', async () => {
    const [phone, other] = [await connectPhone(shop), await connectPhone(shop)]
    await send(phone, gopay(72_001))
    await send(phone, merchant(72_001))
    const [sighting] = await sightings(phone)
    expect(await sightings(other)).toEqual([])
    const asked = { sightingId: sighting!.id, actor: 'user 2' }
    await expect(splitSighting(shop.app, ownerOf(other), asked)).rejects.toMatchObject({ code: 'not_found' })
  })
})
