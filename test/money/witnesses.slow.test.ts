import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSightings } from '../../src/money/list-sightings.ts'
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
} from '../connectors/mutations/phone.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { type CreatedPayment, statusOf } from '../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const minuteMs = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString()

let sent = 0
const begunAt = Number(now())
/** Forwards a notification as one of two phones of an account, in a separate request. */
function report(phone: Phone, device: string, amount: number, more: object = {}) {
  const body = {
    package_name: 'com.gojek.gopay',
    device_id: device,
    title: 'GoPay',
    text: `Kamu menerima Rp${dots(amount)} dari SITI`,
    ...more,
  }
  sent += 1
  return forward(shop, phone.connectionId, body, nativeHeaders(String(begunAt - (sent % 200)), secret, `w-${sent}`))
}

const statesOf = async (phone: Phone) => (await transfersOf(shop, phone)).map(({ state, reason }) => [state, reason])
const ownerOf = ({ accountId }: Phone) => ({ accountId, mode: 'test' as const })
const once = [['settled', null]]
const twice = [
  ['settled', null],
  ['review', 'paid_twice'],
]

describe('two phones of one account', () => {
  test.each<[string, object, object]>([
    ['with ids of their own', { event_id: 'a-1' }, { event_id: 'b-1' }],
    ['with the same counter as id', { event_id: '7' }, { event_id: '7' }],
    ['without ids and times', {}, {}],
    ['with times some seconds apart', { occurred_at: ago(0) }, { occurred_at: ago(-1) }],
    ['even if one slept for half an hour', { occurred_at: ago(0) }, { occurred_at: ago(-30), event_id: 'late' }],
  ])('two phones report one transfer once: %s', async (_, first, second) => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 41_000)
    await report(phone, 'hp-1', payment.final_amount, first)
    await report(phone, 'hp-2', payment.final_amount, second)
    expect(await statesOf(phone)).toEqual(once)
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
    const { sightings } = await listSightings(shop.app, ownerOf(phone))
    expect(sightings.map(({ rule }) => rule)).toEqual(['pair'])
  })

  test('two phones report two transfers of one amount as two, in either order', async () => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 42_000)
    const reports = [
      ['hp-1', 'a-1'],
      ['hp-1', 'a-2'],
      ['hp-2', 'b-1'],
      ['hp-2', 'b-2'],
    ] as const
    for (const [device, event_id] of reports) await report(phone, device, payment.final_amount, { event_id })
    expect(await statesOf(phone)).toEqual(twice)
    const { total } = await listSightings(shop.app, ownerOf(phone))
    expect(total).toBe(2)
  })

  test('two phones that repeat their reports have no further effect', async () => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 43_000)
    for (const device of ['hp-1', 'hp-2', 'hp-1', 'hp-2']) {
      await report(phone, device, payment.final_amount, { event_id: 'same-for-both' })
    }
    expect(await statesOf(phone)).toEqual(once)
  })

  test('two phones that report at the same moment settle the payment once', async () => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 44_000)
    await Promise.all(
      ['hp-1', 'hp-2', 'hp-3', 'hp-4'].map(device => report(phone, device, payment.final_amount, { event_id: device })),
    )
    expect(await statesOf(phone)).toEqual(once)
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
  })

  test('two phones that name different payers report two transfers', async () => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 45_000)
    const named = (name: string) => ({ text: `Kamu menerima Rp${dots(payment.final_amount)} dari ${name}` })
    await report(phone, 'hp-1', payment.final_amount, named('SITI RAHAYU'))
    await report(phone, 'hp-2', payment.final_amount, named('BUDI'))
    expect(await statesOf(phone)).toEqual(twice)
  })
})

/** Simulates that the first payment's amount was free and has been the second one's for an hour. */
async function giveAmountTo(second: CreatedPayment, { invoice_id, final_amount }: CreatedPayment) {
  const { write } = shop.app.sql
  await write('update payment set final_amount = $2 where invoice_id = $1', [second.invoice_id, final_amount])
  const ended = `update hold set held_from = now() - interval '9 hours', held_until = now() - interval '2 hours'
    where invoice_id = $1`
  await write(ended, [invoice_id])
  const given = `update hold set final_amount = $2, held_from = now() - interval '1 hour' where invoice_id = $1`
  await write(given, [second.invoice_id, final_amount])
}

describe('a phone that repeats an amount that now belongs to another payment', () => {
  async function twoPayments(amount: number) {
    const phone = await connectPhone(shop)
    const [first, second] = [await orderFrom(shop, phone, amount), await orderFrom(shop, phone, amount)]
    await report(phone, 'hp-1', first.final_amount, { event_id: 'first' })
    await shop.app.sql.write(`update transfer set occurred_at = now() - interval '5 hours' where connection_id = $1`, [
      phone.connectionId,
    ])
    await shop.app.sql.write(
      `update sighting set occurred_at = now() - interval '5 hours', seen_at = now() - interval '5 hours'
       where connection_id = $1`,
      [phone.connectionId],
    )
    await giveAmountTo(second, first)
    return { phone, second, amount: first.final_amount }
  }

  test('a repeated amount with no report since waits for a person, with the earlier money beside it', async () => {
    const { phone, second, amount } = await twoPayments(46_000)
    await report(phone, 'hp-2', amount, { event_id: 'unclear', occurred_at: ago(0) })
    expect(await statusOf(shop, second, phone.key)).toBe('pending')
    const [earlier, unclear] = await shop.app.sql.query<{ id: number; repeats_id: number | null }>(
      'select id, repeats_id from transfer where connection_id = $1 order by id',
      [phone.connectionId],
    )
    expect(unclear!.repeats_id).toBe(earlier!.id)
  })

  test('a repeated amount with other money reported in between pays the new payment', async () => {
    const { phone, second, amount } = await twoPayments(47_000)
    await report(phone, 'hp-2', 990_000, { event_id: 'awake', occurred_at: ago(30) })
    await report(phone, 'hp-2', amount, { event_id: 'new', occurred_at: ago(0) })
    expect(await statusOf(shop, second, phone.key)).toBe('paid')
  })
})
