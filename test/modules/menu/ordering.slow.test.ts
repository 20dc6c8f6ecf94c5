import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Refusal } from '../../../src/lib/refusal.ts'
import { findMenuOrder } from '../../../src/modules/menu/find-menu-order.ts'
import { type MenuOrder, menuHoldS, openOrdersMax, orderFromMenu } from '../../../src/modules/menu/order-from-menu.ts'
import { menuPaymentS, payMenuOrder } from '../../../src/modules/menu/pay-menu-order.ts'
import type { Guest } from '../../../src/modules/menu/register-guest.ts'
import { expirePayments } from '../../../src/payments/expire-payments.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { openMenu } from './stand.ts'

let shop: TestShop
let goods: Record<string, string>
beforeAll(async () => {
  shop = await createTestShop()
  await openMenu(shop, 'kopi')
  const rows = await shop.app.sql.query<{ key: string; id: string }>(
    "select p.key || '/' || v.key as key, v.public_id as id from variant v join product p on p.id = v.product_id",
  )
  goods = Object.fromEntries(rows.map(({ key, id }) => [key, id]))
  await shop.app.sql.write(
    "insert into shop_rules (account_id, delivers, tables, pickup_place) values ($1, false, 4, 'Kasir')",
    [shop.demo.accountId],
  )
})
afterAll(() => shop.close())

const scope = () => ({ accountId: shop.demo.accountId, mode: 'test' }) as const
let guests = 0
const guest = (more: Partial<Guest> = {}): Guest => ({
  ...scope(),
  browser: `browser ${++guests}`,
  address: `address ${guests}`,
  name: 'Sari',
  language: 'id',
  ...more,
})
let forms = 0
const asked = (key: string, more: Partial<MenuOrder> = {}): MenuOrder => ({
  units: [{ variantId: goods[key]!, quantity: 1, choices: [] }],
  receiving: 'dine_in',
  table: 2,
  expectedTotal: 18_000,
  once: `form ${++forms}`,
  ...more,
})
const bread = (more: Partial<MenuOrder> = {}) => asked('roti/only', { expectedTotal: 15_000, ...more })
const order = (who: Guest, what: MenuOrder) => orderFromMenu(shop.app, who, what)
const left = async (key: string) => {
  const rows = await shop.app.sql.query<{ available: number }>(
    "select available::int from stock s join variant v on v.id = s.variant_id where v.public_id = $1 and s.mode = 'test'",
    [goods[key]],
  )
  return rows[0]!.available
}
const pay = (placed: Awaited<ReturnType<typeof order>>) =>
  payMenuOrder(shop.app, shop.demo, { order: placed, way: undefined, backTo: 'https://kopi.example/m/kopi' })

/** Adds so much stock that an address's share of places is the smaller limit. */
const fillStock = () => shop.app.sql.write('update stock set available = 1000 where available is not null')

// Advances the clock until no payment waits for money.
async function passTime(): Promise<void> {
  shop.advance(menuHoldS + menuPaymentS + 3600)
  await shop.hurry()
  await shop.work()
  await expirePayments(shop.app)
  await shop.work()
}
beforeEach(passTime)

describe('an order of a menu page', () => {
  test('an order of a menu page is like one of the chat, with its table, and holds stock for ten minutes', async () => {
    const before = await left('kopi-susu/reguler')
    const placed = await order(guest(), asked('kopi-susu/reguler', { note: 'Tanpa gula' }))
    expect(placed).toMatchObject({ status: 'pending', total: 18_000, tableNumber: 2, note: 'Tanpa gula' })
    expect(await left('kopi-susu/reguler')).toBe(before - 1)
    const payment = await pay(placed)
    expect(payment.expiresAt.getTime() - payment.createdAt.getTime()).toBeLessThanOrEqual(menuPaymentS * 1000)
    expect(menuHoldS + menuPaymentS).toBe(600)
    const [{ door, events }] = (await shop.app.sql.query<{ door: string; events: string[] }>(
      `select o.door, array(select type from event e where e.subject in (o.order_number, $2) order by created_at, type)
         as events from store_order o where o.order_number = $1`,
      [placed.orderNumber, payment.invoiceId],
    )) as [{ door: string; events: string[] }]
    expect(door).toBe('menu')
    expect(events).toEqual(expect.arrayContaining(['order.placed', 'order.waiting_payment', 'payment.created']))
    await passTime()
    expect(await left('kopi-susu/reguler')).toBe(before)
  })

  test('a form sent twice makes one order, even at the same moment', async () => {
    const [who, what] = [guest(), asked('kopi-susu/besar', { expectedTotal: 24_000 })]
    const placed = await Promise.all([order(who, what), order(who, what), order(who, what)])
    expect(new Set(placed.map(({ orderNumber }) => orderNumber)).size).toBe(1)
  })

  test('an order of a menu page requires the price that the guest saw, of products and options', async () => {
    const latte = { variantId: goods['latte/only']!, quantity: 2, choices: ['susu:oat'] }
    const changed = order(guest(), asked('latte/only', { units: [latte], expectedTotal: 1000 }))
    await expect(changed).rejects.toMatchObject({ code: 'price_changed' })
    expect(await order(guest(), asked('latte/only', { units: [latte], expectedTotal: 60_000 }))).toMatchObject({
      total: 60_000,
    })
    const none = order(guest(), asked('latte/only', { expectedTotal: 22_000 }))
    await expect(none).rejects.toMatchObject({ code: 'invalid_request', fields: [{ path: 'options' }] })
  })

  test.each([
    ['a table that the shop does not have', { table: 5 }, 'table'],
    ['no table', { table: undefined }, 'table'],
    ['no phone for a pickup', { receiving: 'pickup' }, 'phone'],
    ['an invalid phone number', { phone: 'abc' }, 'phone'],
    [
      'a way of receiving that the shop does not offer',
      { receiving: 'delivery', phone: '08123456789', address: 'Jl. Anggrek 5' },
      'receiving',
    ],
    ['an incomplete address', { receiving: 'delivery', phone: '08123456789', address: 'x' }, 'address'],
    ['a time outside of its slots', { slotAt: new Date('2026-11-23T00:00:00Z') }, 'slot'],
    ['an absurd number of units', { units: [{ variantId: 'v', quantity: 100, choices: [] }] }, 'quantity'],
  ] as [string, Partial<MenuOrder>, string][])(
    'an order of a menu page is refused with %s',
    async (_name, more, path) => {
      const units = more.units?.map(unit => ({ ...unit, variantId: goods['kopi-susu/reguler']! }))
      const what = asked('kopi-susu/reguler', { ...more, ...(units ? { units } : {}) })
      await expect(order(guest(), what)).rejects.toMatchObject({ code: 'invalid_request', fields: [{ path }] })
    },
  )

  test('an order of a menu page cannot contain products of another shop or of a closed menu', async () => {
    const { accountId } = shop.second
    await shop.app.sql.write(
      `insert into product (account_id, public_id, key, name, kind, created_at)
       values ($1, 'AAAAAAAAAAAAAAAAAAAAAA', 'x', 'X', 'physical', now())`,
      [accountId],
    )
    const foreign = { variantId: 'AAAAAAAAAAAAAAAAAAAAAA', quantity: 1, choices: [] }
    await expect(order(guest(), asked('roti/only', { units: [foreign] }))).rejects.toMatchObject({ code: 'not_found' })
    const elsewhere = order(guest({ accountId }), bread())
    await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' })
  })

  test('an order of a menu page is paid by one payment, of at most three attempts', async () => {
    const placed = await order(guest(), asked('kopi-susu/reguler'))
    const first = await pay(placed)
    expect((await pay(placed)).invoiceId).toBe(first.invoiceId)
    for (let time = 0; time < 2; time++) {
      await passTime()
      await pay((await findMenuOrder(shop.app, scope(), placed.token))!)
    }
    await passTime()
    const again = (await findMenuOrder(shop.app, scope(), placed.token))!
    expect(again.status).toBe('pending')
    await expect(pay(again)).rejects.toMatchObject({ code: 'refused_transition' })
  })
})

describe('many guests', () => {
  test('of guests who race for the last unit one gets it, and each other learns that it is sold out', async () => {
    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => order(guest(), bread())))
    const refused = settled.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(9)
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(Refusal)
      expect(reason.code).toBe('out_of_stock')
    }
    expect(await left('roti/only')).toBe(0)
  })

  test('guests at one address have a limited number of open orders, and other addresses have their own', async () => {
    await fillStock()
    const from = (address: string) => order(guest({ address }), asked('kopi-susu/reguler'))
    for (let count = 0; count < openOrdersMax.address; count++) await from('one')
    await expect(from('one')).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(from('other')).resolves.toMatchObject({ status: 'pending' })
    shop.advance(menuHoldS + 1)
    await expect(from('one')).resolves.toMatchObject({ status: 'pending' })
  })

  test('simultaneous guests are counted one by one', async () => {
    await fillStock()
    const address = 'a crowd'
    const orderOne = () => order(guest({ address }), asked('kopi-susu/besar', { expectedTotal: 24_000 }))
    // Keeps the queue for the lock of the page short: a long one exceeds its lock timeout on a busy machine.
    for (let count = 0; count < openOrdersMax.address - 2; count++) await orderOne()
    const tries = Array.from({ length: 5 }, orderOne)
    const settled = await Promise.allSettled(tries)
    const refused = settled.flatMap(one => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refused).toEqual(Array.from({ length: 3 }, () => 'rate_limited'))
  })
})
