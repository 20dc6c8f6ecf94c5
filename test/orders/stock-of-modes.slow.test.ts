import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { findOwnProduct } from '../../src/catalog/find-own-product.ts'
import { importCatalog } from '../../src/catalog/import/import-catalog.ts'
import { setLowStock } from '../../src/catalog/set-low-stock.ts'
import { setStarPrice } from '../../src/catalog/set-star-price.ts'
import { addUnits } from '../../src/catalog/stock/add-units.ts'
import { restockVariant } from '../../src/catalog/stock/restock.ts'
import { setStock } from '../../src/catalog/stock/set-stock.ts'
import { watchStock } from '../../src/catalog/stock/watch-stock.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { makeInteractiveCredentials } from '../../src/connectors/interactive/simulator.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import type { Mode } from '../../src/database/scope.ts'
import { findStandingByAccount } from '../../src/keys/standing.ts'
import { followInvitation } from '../../src/modules/coupons/follow-invitation.ts'
import { inviteFriends } from '../../src/modules/coupons/invite-friends.ts'
import { makeCoupon } from '../../src/modules/coupons/make-coupon.ts'
import { useCoupon } from '../../src/modules/coupons/use-coupon.ts'
import { offerStars } from '../../src/modules/stars/offer-stars.ts'
import { payStars } from '../../src/modules/stars/pay-stars.ts'
import { notifyOfRestocks } from '../../src/notices/notify-of-restocks.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import { findCart } from '../../src/orders/cart/find-cart.ts'
import { recordRestockWish } from '../../src/orders/customers/record-restock-wish.ts'
import { releaseIdleGoods } from '../../src/orders/release-idle-goods.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { fill, invoice, look, newCustomer, openStall, order, pay, type Stall, stockFaults } from './store.ts'

const goods = `
products:
  - { key: mug, name: Mug, kind: service, price: 45000, asks: [], stock: 5 }
  - { key: code, name: Kode, kind: digital, price: 20000, stock: { serials: [UJI-1, UJI-2] } }
  - key: licence
    name: Lisensi
    kind: digital
    price: 30000
    stock: { webhook: 'https://example.com/stock' }
  - key: tea
    name: Teh
    kind: service
    variants:
      - { key: hot, name: Panas, price: 5000, stock: 8 }
      - { key: iced, name: Es, price: 6000, stock: unlimited }
`

let shop: TestShop
/** One shop's stalls in test mode and in live mode. */
let stalls: Record<Mode, Stall>
const both = ['test', 'live'] as const
const otherOf = { test: 'live', live: 'test' } as const

beforeAll(async () => {
  shop = await createTestShop()
  const { app, operator, demo } = shop
  // The provider is never called: the tests report the money.
  const credentials = makeInteractiveCredentials('https://example.com', 'WARUNG')
  const connection = { connector: 'interactive', label: 'Live', credentials, window: sandboxWindow }
  await createConnection(app, { ...connection, accountId: operator.accountId, mode: 'live' })
  const live = (await findStandingByAccount(app, demo.accountId, 'live'))!
  const stall = await openStall(app, demo, goods)
  stalls = { test: stall, live: { ...stall, standing: live } }
})

afterAll(() => shop.close())

// Each test begins with five mugs in both modes, and nothing held.
afterEach(async () => {
  shop.advance(901)
  await releaseIdleGoods(shop.app)
  for (const mode of both) await setStock(shop.app, actingIn(mode), { product: 'mug', available: 5 })
  expect(await stockFaults(shop.app)).toEqual([])
})

const actingIn = (mode: Mode) => ({ accountId: shop.demo.accountId, mode, ...commandActor })

/** Returns the number of a product's units that customers of a mode can order now. */
async function left(mode: Mode, name: string): Promise<number | null> {
  const customer = await newCustomer(stalls[mode])
  await fill(stalls[mode], customer, { [name]: 1 })
  return (await findCart(shop.app, stalls[mode].standing, customer)).lines[0]!.variant.available()
}

const mugs = async () => [await left('test', 'mug'), await left('live', 'mug')]

describe.each(both)('an order of %s mode', mode => {
  const inOrder = (mine: number, others: number) => (mode === 'test' ? [mine, others] : [others, mine])

  test("an order in one mode holds, releases and sells only that mode's stock", async () => {
    const stall = stalls[mode]
    const first = await newCustomer(stall)
    const placed = await order(stall, first, { mug: 2 })
    expect(await mugs()).toEqual(inOrder(3, 5))
    await cancelOrder(shop.app, stall.standing.accountId, first, placed.token)
    expect(await mugs()).toEqual(inOrder(5, 5))

    await order(stall, await newCustomer(stall), { mug: 1 })
    shop.advance(901)
    expect(await releaseIdleGoods(shop.app)).toBe(1)
    expect(await mugs()).toEqual(inOrder(5, 5))

    const sold = await invoice(stall, await newCustomer(stall), { mug: 4 })
    await pay(stall, sold.payment.invoiceId)
    expect(await look(stall, sold.order)).toMatchObject({ status: 'paid', mode })
    expect(await mugs()).toEqual(inOrder(1, 5))
    await updateOrderStatus(shop.app, stall.standing, {
      orderNumber: sold.order.orderNumber,
      status: 'cancelled',
      notify: false,
    })
    expect(await mugs()).toEqual(inOrder(5, 5))
  })

  test('an order is refused if its own mode is sold out, no matter how many the other mode has', async () => {
    await setStock(shop.app, actingIn(mode), { product: 'mug', available: 0 })
    expect(await mugs()).toEqual(inOrder(0, 5))
    await expect(order(stalls[mode], await newCustomer(stalls[mode]), { mug: 1 })).rejects.toMatchObject({
      code: 'out_of_stock',
    })
  })
})

test("simultaneous orders of both modes take every unit from their own mode's stock", async () => {
  const buy = async (mode: Mode) => order(stalls[mode], await newCustomer(stalls[mode]), { mug: 1 })
  const tries = await Promise.allSettled(Array.from({ length: 16 }, (_, at) => buy(both[at % 2]!)))
  const placed = tries.flatMap(one => (one.status === 'fulfilled' ? [one.value.mode] : []))
  expect(placed.toSorted()).toEqual([...Array(5).fill('live'), ...Array(5).fill('test')])
  expect(await mugs()).toEqual([0, 0])
})

describe('a unit with its own code', () => {
  const buyCode = async (mode: Mode) => {
    const sold = await invoice(stalls[mode], await newCustomer(stalls[mode]), { code: 1 })
    await pay(stalls[mode], sold.payment.invoiceId)
    return (await look(stalls[mode], sold.order)).items.$[0]!.goods().keys
  }

  test('a code added in test mode is not sold live, and vice versa', async () => {
    expect([await left('test', 'code'), await left('live', 'code')]).toEqual([2, 0])
    await expect(buyCode('live')).rejects.toMatchObject({ code: 'out_of_stock' })
    const { code } = stalls.live.variants
    expect(await addUnits(shop.app, actingIn('live'), code!, 'ASLI-1\nUJI-1')).toEqual({ added: 2, duplicates: [] })
    expect(await buyCode('test')).toEqual(['UJI-1'])
    expect(await buyCode('live')).toEqual(['ASLI-1'])
    expect(await buyCode('test')).toEqual(['UJI-2'])
    await expect(buyCode('test')).rejects.toMatchObject({ code: 'out_of_stock' })
    expect(await buyCode('live')).toEqual(['UJI-1'])
  })

  test('a code is stored once in each mode', async () => {
    const { code } = stalls.test.variants
    const again = await addUnits(shop.app, actingIn('test'), code!, 'UJI-1\nUJI-3')
    expect(again).toEqual({ added: 1, duplicates: ['UJI-1'] })
    expect([await left('test', 'code'), await left('live', 'code')]).toEqual([1, 0])
  })

  test('a code is sold for Stars in its own mode', async () => {
    const { code: variantId } = stalls.test.variants
    await setStarPrice(shop.app, actingIn('live'), variantId!, 150)
    await addUnits(shop.app, actingIn('live'), variantId!, 'ASLI-9')
    const [product] = await shop.app.sql.query<{ id: string }>(`select public_id as id from product where key = 'code'`)
    const buy = async (mode: Mode) => {
      const { standing } = stalls[mode]
      const customerId = await newCustomer(stalls[mode])
      const wanted = { customerId, productId: product!.id, variantId: variantId!, once: `${mode} ${customerId}` }
      const { token } = await offerStars(shop.app, standing, wanted)
      await payStars(shop.app, standing, { token, customerId, chargeId: `${mode} ${customerId}` })
      const rows = await shop.app.sql.query<{ line: string }>(
        'select u.line from stock_unit u join star_purchase p on p.id = u.star_purchase_id where p.token = $1',
        [token],
      )
      return rows.map(({ line }) => line)
    }
    expect([await buy('live'), await buy('test')]).toEqual([['ASLI-9'], ['UJI-3']])
    await expect(buy('live')).rejects.toMatchObject({ code: 'out_of_stock' })
  })
})

describe('a key', () => {
  const keyOf = (mode: Mode) => (mode === 'test' ? shop.keys.demo : shop.keys.live)
  const set = (mode: Mode, body: object) => shop.api('/set-stock', { key: keyOf(mode), body })
  const listed = async (mode: Mode, product: string) =>
    (await shop.api(`/list-stock?product=${product}`, { key: keyOf(mode) })).body.data[0]

  test.each(both)('a key of %s mode sets and lists the stock of its own mode', async mode => {
    await order(stalls[mode], await newCustomer(stalls[mode]), { mug: 2 })
    expect((await set(mode, { product: 'mug', available: 9 })).body.data).toMatchObject({ available: 9, reserved: 2 })
    expect(await listed(mode, 'mug')).toMatchObject({ available: 9, reserved: 2 })
    expect(await listed(otherOf[mode], 'mug')).toMatchObject({ available: 5, reserved: 0 })
  })

  test("a key sets the stock of the seller's server for its own mode, and the other stays unlimited", async () => {
    await set('test', { product: 'licence', available: 1 })
    expect([await left('test', 'licence'), await left('live', 'licence')]).toEqual([1, null])
    await order(stalls.live, await newCustomer(stalls.live), { licence: 3 })
    await expect(order(stalls.test, await newCustomer(stalls.test), { licence: 2 })).rejects.toMatchObject({
      code: 'out_of_stock',
    })
  })
})

test("a merchant's chat shows the stock of its own mode, including unlimited variants", async () => {
  const { app, demo } = shop
  const variantId = stalls.test.variants['tea/hot']!
  await restockVariant(app, actingIn('live'), { variantId, delta: -5 })
  const seen = async (mode: Mode) => {
    const product = await findOwnProduct(app, { accountIds: [demo.accountId], mode }, { variantId })
    return product!.variants.$.map(variant => [variant.name, variant.available()])
  }
  expect(await seen('test')).toEqual([
    ['Panas', 8],
    ['Es', null],
  ])
  expect(await seen('live')).toEqual([
    ['Panas', 3],
    ['Es', null],
  ])
  expect(await findOwnProduct(app, { accountIds: [shop.second.accountId], mode: 'test' }, { variantId })).toBeNull()
})

test('low stock is reported for its own mode', async () => {
  const { mug } = stalls.test.variants
  await setLowStock(shop.app, actingIn('live'), mug!, 2)
  expect(await watchStock(shop.app)).toBe(0)
  await restockVariant(shop.app, actingIn('test'), { variantId: mug!, delta: -3 })
  expect([await watchStock(shop.app), await watchStock(shop.app)]).toEqual([1, 0])
  await restockVariant(shop.app, actingIn('live'), { variantId: mug!, delta: -4 })
  expect(await watchStock(shop.app)).toBe(1)
  const told = await shop.app.sql.query<{ mode: Mode; available: number }>(
    `select payload->>'mode' as mode, (payload->>'available')::int as available from event where type = 'stock.low' order by 1`,
  )
  expect(told).toEqual([
    { mode: 'live', available: 1 },
    { mode: 'test', available: 2 },
  ])
  await setLowStock(shop.app, actingIn('live'), mug!, 0)
})

test('customers who wished for a product are notified of the stock of their own mode', async () => {
  const { mug } = stalls.test.variants
  for (const mode of both) {
    await setStock(shop.app, actingIn(mode), { product: 'mug', available: 0 })
    const customerId = await newCustomer(stalls[mode], `Penunggu ${mode}`)
    await recordRestockWish(shop.app, { accountId: shop.demo.accountId, mode, customerId }, mug!)
  }
  await restockVariant(shop.app, actingIn('test'), { variantId: mug!, delta: 1 })
  expect([await notifyOfRestocks(shop.app), await notifyOfRestocks(shop.app)]).toEqual([1, 0])
  await restockVariant(shop.app, actingIn('live'), { variantId: mug!, delta: 1 })
  expect(await notifyOfRestocks(shop.app)).toBe(1)
})

test('a coupon is used up, and released, for each mode separately', async () => {
  const { app, demo } = shop
  await makeCoupon(app, actingIn('live'), { code: 'SEKALI', worth: { amount: 5000 }, usesMax: 1 })
  const use = async (mode: Mode) => {
    const customerId = await newCustomer(stalls[mode])
    const { token } = await order(stalls[mode], customerId, { mug: 1 })
    const owner = { accountId: demo.accountId, mode, customerId }
    await useCoupon(app, owner, { token, code: 'SEKALI' })
    return { ...owner, token }
  }
  const used = await use('test')
  await expect(use('test')).rejects.toMatchObject({ details: { problem: 'used_up' } })
  await use('live')
  await cancelOrder(app, demo.accountId, used.customerId, used.token)
  await expect(use('live')).rejects.toMatchObject({ details: { problem: 'used_up' } })
  await use('test')
})

test('an invitation counts only in its own mode, so that play money earns no live coupon', async () => {
  const { accountId } = shop.demo
  const inviter = await newCustomer(stalls.live)
  const { code } = await inviteFriends(shop.app, { accountId, mode: 'live', customerId: inviter })
  const friend = { accountId, customerId: await newCustomer(stalls.test) }
  expect(await followInvitation(shop.app, { ...friend, mode: 'test' }, code)).toBe('unknown')
  expect(await followInvitation(shop.app, { ...friend, mode: 'live' }, code)).toBe('welcome')
})

test('a catalogue file first sets the stock of both modes, and later only that of its own', async () => {
  const load = (mode: Mode, count: number) => {
    const teapot = `{ key: teapot, name: Teko, kind: service, price: 90000, asks: [], stock: ${count} }`
    return importCatalog(shop.app, actingIn(mode), `products: [${teapot}]`, '.')
  }
  const teapots = async () => {
    const rows = await shop.app.sql.query<{ available: number }>(
      `select s.available from stock s join variant v on v.id = s.variant_id join product p on p.id = v.product_id
       where p.key = 'teapot' order by s.mode desc`,
    )
    return rows.map(({ available }) => available)
  }
  await load('live', 10)
  expect(await teapots()).toEqual([10, 10])
  await load('live', 12)
  expect(await teapots()).toEqual([10, 12])
  await load('test', 3)
  expect(await teapots()).toEqual([3, 12])
  expect((await load('live', 12)).variants).toMatchObject({ changed: 0, unchanged: 1 })
  await expect(load('test', -1)).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await teapots()).toEqual([3, 12])
})
