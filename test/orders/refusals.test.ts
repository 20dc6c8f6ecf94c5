import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import { fillCart } from '../../src/orders/cart/fill-cart.ts'
import { refuseMaking } from '../../src/orders/cart/refuse-making.ts'
import { replaceCart } from '../../src/orders/cart/replace-cart.ts'
import { chooseReceiving, chooseSlot } from '../../src/orders/choose-receiving.ts'
import { markFavourite } from '../../src/orders/customers/mark-favourite.ts'
import { recordRestockWish } from '../../src/orders/customers/record-restock-wish.ts'
import { updateCustomer } from '../../src/orders/customers/update-customer.ts'
import { editOrder } from '../../src/orders/edit-order.ts'
import type { Order } from '../../src/orders/order.ts'
import { type OrderRequest, placeOrder } from '../../src/orders/place-order.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { reviewOrder } from '../../src/orders/reviews/review-order.ts'
import { receiveOrder } from '../../src/orders/shipping/receive-order.ts'
import { setArrivalDays } from '../../src/orders/shipping/set-arrival-days.ts'
import { checkShipping, shipOrder } from '../../src/orders/shipping/ship-order.ts'
import { undoMove } from '../../src/orders/undo-move.ts'
import { type StatusUpdate, updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { findRefusalReason } from '../kit/find-refusal-reason.ts'
import { fill, newCustomer, openStall, order, type Stall } from './store.ts'

// Pages and chats build the sentence of a refusal from the field, the code and the bounds.

const goods = Array.from(
  { length: 21 },
  (_, place) => `  - { key: g${place}, name: Barang ${place}, kind: service, price: 30000, stock: unlimited }\n`,
)
const catalog = `
shop: { pickup: Jl. Melati 5 }
products:
  - { key: mug, name: Mug, kind: physical, price: 45000, stock: 9 }
  - { key: cheap, name: Permen, kind: service, price: 500, stock: unlimited }
${goods.join('')}`

let shop: TestShop
let stall: Stall
let customer: number

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo, catalog)
})
afterAll(() => shop.close())

const anybody = () => newCustomer(stall)
const owner = (customerId: number) => ({ accountId: shop.demo.accountId, mode: 'test' as const, customerId })
const quantity = [{ path: 'quantity', code: 'out_of_range', min: 1, max: 99 }]
const goodsMax = [{ path: 'cart', code: 'too_many', max: 20 }]
const refused = { code: 'refused_transition' }

describe('a cart', () => {
  const put = (of: number, name: string, count: number) =>
    fillCart(shop.app, stall.standing, of, { variantId: stall.variants[name]!, quantity: count })

  test('a cart holds 1 to 99 of each item, and twenty different items', async () => {
    customer = await anybody()
    for (const count of [-1, 100, 1.5]) expect(await findRefusalReason(put(customer, 'g0', count))).toEqual(quantity)
    expect(await findRefusalReason(put(customer, 'g0', 99))).toBeNull()
    await shop.app.sql.write(
      `insert into cart_line (customer_id, variant_id, account_id, quantity, added_at)
       select $1, v.id, v.account_id, 1, now() from variant v join product p on p.id = v.product_id
       where v.account_id = $2 and p.key like 'g%' and p.key not in ('g0', 'g20')`,
      [customer, shop.demo.accountId],
    )
    expect(await findRefusalReason(put(customer, 'g20', 1))).toEqual(goodsMax)
    expect(await findRefusalReason(put(customer, 'g19', 2))).toBeNull()
    expect(await findRefusalReason(put(customer, 'none', 0))).toBeNull()
  })

  test('a cart that is created again has the same contents', async () => {
    const making = (names: string[], count = 1) =>
      shop.app.transaction(stall.standing, tx =>
        replaceCart(
          tx,
          { accountId: shop.demo.accountId, customerId: customer, addedAt: shop.app.now() },
          names.map(name => ({ variantId: stall.variants[name] ?? 'unknown', quantity: count, choices: [] })),
        ),
      )
    const names = goods.map((_, place) => `g${place}`)
    expect(await findRefusalReason(making(names))).toEqual(goodsMax)
    expect(await findRefusalReason(making(names.slice(1)))).toBeNull()
    for (const count of [0, 100, 1.5]) expect(await findRefusalReason(making(['g0'], count))).toEqual(quantity)
    expect(await findRefusalReason(making(['g0', 'g0'], 50))).toEqual(quantity)
    expect(await findRefusalReason(making(['g0'], 99))).toBeNull()
    expect(await findRefusalReason(making(['unknown']))).toEqual('There is no such product')
  })

  test('a cart with wrong choices names the goods and the problem', () => {
    const told = (problem: Parameters<typeof refuseMaking>[1]) => refuseMaking('Kopi', problem)
    expect(told({ is: 'gone', name: 'Susu' }).details).toEqual({ code: 'out_of_stock', names: ['Kopi · Susu'] })
    expect(told({ is: 'too_few', group: 'Gula', min: 1 }).fields).toEqual([
      { path: 'options', error: 'need at least 1 of Gula for Kopi', code: 'missing' },
    ])
    expect(told({ is: 'too_many', group: 'Gula', max: 2 }).fields).toEqual([
      { path: 'options', error: 'have 2 of Gula at most for Kopi', code: 'too_many', max: 2 },
    ])
  })
})

describe('placing an order', () => {
  const place = (of: number, asked: OrderRequest = {}) => placeOrder(shop.app, stall.standing, of, asked)
  const one = async () => {
    const of = await anybody()
    await fill(stall, of, { mug: 1 })
    return of
  }

  test('an order cannot be made of an empty cart, below the minimum, or without a customer', async () => {
    const of = await anybody()
    expect(await findRefusalReason(place(of))).toEqual([{ path: 'cart', code: 'empty' }])
    await fill(stall, of, { cheap: 1 })
    expect(await findRefusalReason(place(of))).toEqual([{ path: 'cart', code: 'out_of_range', min: 1000 }])
    await fill(stall, of, { cheap: 2 })
    expect(await findRefusalReason(place(of))).toBeNull()
    expect(await findRefusalReason(place(999_999))).toEqual('There is no such customer')
  })

  test('an order reports mistakes in a note, a phone and an address, all at once', async () => {
    const of = await one()
    const long = { note: 'x'.repeat(501), phone: '0'.repeat(33), address: 'x'.repeat(501) }
    expect(await findRefusalReason(place(of, long))).toEqual([
      { path: 'note', code: 'too_long', max: 500 },
      { path: 'phone', code: 'too_long', max: 32 },
      { path: 'address', code: 'too_long', max: 500 },
    ])
    expect(await findRefusalReason(place(of, { phone: 'nomor saya' }))).toEqual([
      { path: 'phone', code: 'not_a_phone' },
    ])
    await shop.app.sql.write('update customer set phone = null, address = null where id = $1', [of])
    expect(await findRefusalReason(place(of))).toEqual([
      { path: 'phone', code: 'missing' },
      { path: 'address', code: 'missing' },
    ])
    expect(await findRefusalReason(place(of, { receiving: 'pickup' }))).toEqual([{ path: 'phone', code: 'missing' }])
    const told = { note: 'x'.repeat(500), phone: '0812 3456 7890', address: 'x'.repeat(500) }
    const { note, address } = told
    expect(await place(of, told)).toMatchObject({ note, address, customerPhone: told.phone })
  })

  test('a refused order names the current price, the available goods, or the number of open orders', async () => {
    const of = await one()
    expect(await findRefusalReason(place(of, { expectedTotal: 40_000 }))).toEqual({
      code: 'price_changed',
      total: 45_000,
    })
    expect(await findRefusalReason(place(of, { expectedFee: 7_000 }))).toEqual({ code: 'price_changed', total: 45_000 })
    await fill(stall, of, { mug: 10 })
    expect(await findRefusalReason(place(of))).toEqual({ code: 'out_of_stock', names: ['Mug'] })
    const buyer = await anybody()
    for (let count = 0; count < 3; count++) await order(stall, buyer, { g0: 1 })
    await fill(stall, buyer, { g0: 1 })
    expect(await findRefusalReason(place(buyer))).toEqual({ code: 'too_many_open_orders', max: 3 })
  })

  test('an order has the day of its creation in its number', async () => {
    const { orderNumber } = await order(stall, await anybody(), { g0: 1 })
    const day = shop.app.calendar.formatDay(shop.app.now())
    expect(orderNumber).toMatch(new RegExp(`^ORD-${day.slice(2).replaceAll('-', '')}-[0-9A-Z]{6}$`))
  })
})

describe('an existing order', () => {
  const change = (asked: Partial<StatusUpdate> & { orderNumber: string }) =>
    updateOrderStatus(shop.app, stall.standing, { status: 'completed', notify: true, ...asked })
  const setPaid = (of: Order, status: 'paid' | 'processing' | 'completed') =>
    shop.app.sql.write(
      `update store_order set status = $2, paid_at = now(), held_until = null,
         completed_at = case when $2 = 'completed' then now() end where id = $1`,
      [of.id, status],
    )

  test('the seller changes an order with a note of 1 to 500 characters, as its status allows', async () => {
    const placed = await order(stall, await anybody(), { g0: 1 })
    const { orderNumber } = placed
    const note = [{ path: 'note', code: 'wrong_length', min: 1, max: 500 }]
    for (const bad of ['', 'x'.repeat(501)])
      expect(await findRefusalReason(change({ orderNumber, note: bad }))).toEqual(note)
    for (const status of ['completed', 'processing'] as const) {
      expect(await findRefusalReason(change({ orderNumber, status }))).toEqual(refused)
    }
    expect(await findRefusalReason(change({ orderNumber: 'ORD-260101-AAAAAA' }))).toEqual('There is no such order')
    expect(await findRefusalReason(undoMove(shop.app, shop.demo.accountId, orderNumber))).toEqual(refused)
    await setPaid(placed, 'paid')
    expect(await change({ orderNumber, note: 'x'.repeat(500) })).toMatchObject({ sellerNote: 'x'.repeat(500) })
    for (const status of ['cancelled', 'processing', 'completed'] as const) {
      expect(await findRefusalReason(change({ orderNumber, status }))).toEqual(refused)
    }
  })

  test('the customer cancels, pays and changes an order only before it is paid', async () => {
    const of = await anybody()
    const placed = await order(stall, of, { g0: 1 })
    const { token } = placed
    const pay = () => requestPayment(shop.app, stall.standing, { customerId: of, token })
    const cancel = () => cancelOrder(shop.app, shop.demo.accountId, of, token)
    await setPaid(placed, 'paid')
    expect(await findRefusalReason(pay())).toEqual({ code: 'already_paid' })
    expect(await findRefusalReason(cancel())).toEqual({ code: 'already_paid' })
    expect(await findRefusalReason(receiveOrder(shop.app, shop.demo.accountId, of, token))).toEqual(refused)
    await change({ orderNumber: placed.orderNumber, status: 'cancelled' })
    expect(await findRefusalReason(pay())).toEqual({ code: 'expired' })
  })

  test("a missing order, or another customer's, is not found by any request", async () => {
    const [of, other] = [await anybody(), await anybody()]
    const { token } = await order(stall, other, { g0: 1 })
    const { accountId } = shop.demo
    for (const asked of [
      () => requestPayment(shop.app, stall.standing, { customerId: of, token }),
      () => cancelOrder(shop.app, accountId, of, token),
      () => receiveOrder(shop.app, accountId, of, token),
      () => undoMove(shop.app, accountId, 'ORD-260101-AAAAAA'),
      () => reviewOrder(shop.app, owner(of), { token, stars: 5 }),
    ]) {
      expect(await findRefusalReason(asked())).toBe('There is no such order')
    }
  })

  test('an order is delivered or picked up as the shop offers, in one of its next slots', async () => {
    const [of, other] = [await anybody(), await anybody()]
    const service = await order(stall, of, { g0: 1 })
    const mug = await order(stall, other, { mug: 1 }, { receiving: 'pickup' })
    const choose = (who: number, { token }: Order, receiving: 'pickup' | 'delivery' | 'dine_in') =>
      chooseReceiving(shop.app, owner(who), { token, receiving })
    const notAllowed = [{ path: 'receiving', code: 'not_allowed' }]
    expect(await findRefusalReason(choose(of, service, 'pickup'))).toEqual(notAllowed)
    expect(await findRefusalReason(choose(other, mug, 'dine_in'))).toEqual(notAllowed)
    expect(await findRefusalReason(choose(other, mug, 'delivery'))).toEqual([{ path: 'address', code: 'missing' }])
    expect(await findRefusalReason(choose(of, mug, 'pickup'))).toEqual('There is no such order')
    expect(
      await findRefusalReason(chooseSlot(shop.app, owner(other), { token: mug.token, slotAt: shop.app.now() })),
    ).toEqual([{ path: 'slot', code: 'not_found' }])
  })

  test('messages, changes and ratings of an order have limits', async () => {
    const of = await anybody()
    const placed = await order(stall, of, { g0: 1 })
    const { token } = placed
    const edit = (asked: object) => editOrder(shop.app, owner(of), token, asked)
    expect(await findRefusalReason(edit({ note: 'x'.repeat(501), phone: '12', address: 'x'.repeat(501) }))).toEqual([
      { path: 'phone', code: 'not_a_phone' },
      { path: 'note', code: 'too_long', max: 500 },
      { path: 'address', code: 'too_long', max: 500 },
    ])
    const stars = [{ path: 'stars', code: 'out_of_range', min: 1, max: 5 }]
    for (const count of [0, 6, 2.5]) {
      expect(await findRefusalReason(reviewOrder(shop.app, owner(of), { token, stars: count }))).toEqual(stars)
    }
  })

  test('an order is shipped with a known courier, a valid number and a valid link', async () => {
    const values = ['jne', 'jnt', 'sicepat', 'anteraja', 'ninja', 'pos', 'gosend', 'grabexpress', 'own']
    const found = (asked: Partial<Parameters<typeof checkShipping>[0]>) =>
      checkShipping({ orderNumber: 'ORD-1', courier: 'jne', ...asked }).map(({ error: _, ...field }) => field)
    expect(found({ courier: 'burung' })).toEqual([{ path: 'courier', code: 'not_one_of', values }])
    const number = (text: string) => found({ trackingNumber: text })
    expect([number('1'.repeat(40)), number(' A 1./- '), number('  ')]).toEqual([[], [], []])
    expect(number('1'.repeat(41))).toEqual([{ path: 'tracking_number', code: 'too_long', max: 40 }])
    for (const bad of ['-1', 'a_1', '1\n2'])
      expect(number(bad)).toEqual([{ path: 'tracking_number', code: 'malformed' }])
    const link = (text: string) => found({ trackingUrl: text })
    const longest = 'https://kurir.example/'.padEnd(500, 'x')
    expect([link(longest), link(' https://kurir.example '), link(' ')]).toEqual([[], [], []])
    expect(link(`${longest}x`)).toEqual([{ path: 'tracking_url', code: 'too_long', max: 500 }])
    const bad = ['http://kurir.example', 'https://a:b@kurir.example', 'https://:b@kurir.example', 'https://kurir']
    for (const one of [...bad, 'https://kurir.example/<b>', 'https://kurir.example/a b']) {
      expect(link(one), one).toEqual([{ path: 'tracking_url', code: 'not_https' }])
    }
    const asked = { courier: 'jne', notify: true }
    expect(await findRefusalReason(shipOrder(shop.app, stall.standing, { ...asked, orderNumber: 'ORD-1' }))).toEqual(
      'There is no such order',
    )
    const { orderNumber } = await order(stall, await anybody(), { mug: 1 })
    expect(await findRefusalReason(shipOrder(shop.app, stall.standing, { ...asked, orderNumber }))).toEqual(refused)
  })

  test('an order counts as received after 1 to 60 days', async () => {
    const set = (days: number) => setArrivalDays(shop.app, { accountId: shop.demo.accountId, ...commandActor }, days)
    const range = [{ path: 'receive_after_days', code: 'out_of_range', min: 1, max: 60 }]
    for (const days of [0, 61, 1.5]) expect(await findRefusalReason(set(days))).toEqual(range)
    for (const days of [1, 60]) {
      await set(days)
      const rules = 'select receive_after_days as days from shop_rules where account_id = $1'
      expect(await shop.app.sql.query(rules, [shop.demo.accountId])).toEqual([{ days }])
    }
  })
})

describe('a customer', () => {
  test('a customer has a valid phone number, and an address of 1 to 500 characters', async () => {
    const of = await anybody()
    const address = { path: 'address', code: 'wrong_length', min: 1, max: 500 }
    const update = (asked: object) => updateCustomer(shop.app, shop.demo.accountId, of, asked)
    expect(await findRefusalReason(update({ phone: '12', address: 'x'.repeat(501) }))).toEqual([
      { path: 'phone', code: 'not_a_phone' },
      address,
    ])
    expect(await findRefusalReason(update({ address: ' ' }))).toEqual([address])
    expect(await findRefusalReason(updateCustomer(shop.app, shop.demo.accountId, 999_999, {}))).toEqual(
      'There is no such customer',
    )
  })

  test('a customer has at most a hundred favourites, and only of products that exist', async () => {
    const of = await anybody()
    const rows = await shop.app.sql.query<{ id: string }>(
      "select public_id as id from product where account_id = $1 and key in ('g0', 'mug') order by key",
      [shop.demo.accountId],
    )
    const [first, other] = rows.map(({ id }) => id) as [string, string]
    const mark = (productId: string, isMarked = true) =>
      markFavourite(shop.app, { accountId: shop.demo.accountId, customerId: of }, { productId, isMarked })
    await shop.app.sql.write(
      `with more as (
         insert into product (account_id, public_id, key, kind, name, created_at)
         select $1::bigint, 'favourite' || lpad(n::text, 13, '0'), 'fav-' || n, 'service', 'Favorit', now()
         from generate_series(1, 99) n returning id, account_id)
       insert into favourite (customer_id, product_id, account_id, marked_at)
       select $2, id, account_id, now() from more`,
      [shop.demo.accountId, of],
    )
    expect(await findRefusalReason(mark(first))).toBeNull()
    expect(await findRefusalReason(mark(other))).toEqual([{ path: 'favourites', code: 'too_many', max: 100 }])
    await mark(first, false)
    expect(await findRefusalReason(mark(other))).toBeNull()
    const wish = (variantId: string) => recordRestockWish(shop.app, owner(of), variantId)
    expect(await findRefusalReason(wish('unknown'))).toEqual('There is no such product')
    expect(await findRefusalReason(mark('unknown'))).toEqual('There is no such product')
    expect(await findRefusalReason(wish(stall.variants.mug!))).toBeNull()
  })
})
