import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { listProducts } from '../../src/catalog/list-products.ts'
import { setLowStock } from '../../src/catalog/set-low-stock.ts'
import { restockVariant } from '../../src/catalog/stock/restock.ts'
import { watchStock } from '../../src/catalog/stock/watch-stock.ts'
import { writeToCustomer } from '../../src/notices/write-to-customer.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import { findCart } from '../../src/orders/cart/find-cart.ts'
import { listFavourites } from '../../src/orders/customers/list-favourites.ts'
import { markFavourite } from '../../src/orders/customers/mark-favourite.ts'
import { registerCustomer } from '../../src/orders/customers/register-customer.ts'
import { editOrder } from '../../src/orders/edit-order.ts'
import type { Order } from '../../src/orders/order.ts'
import { findPlacedOrder, placeOrder } from '../../src/orders/place-order.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { reviewOrder } from '../../src/orders/reviews/review-order.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { Payment } from '../../src/payments/payment.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { fill, invoice, look, newCustomer, openStall, order, pay, type Stall, shelves } from './store.ts'

// Everything has a neighbour of the same kind: an act on one must not change the other.

let shop: TestShop
let stall: Stall
/** The stall of another account, with goods of the same names. */
let otherStall: Stall
let ayu: number
let budi: number

beforeAll(async () => {
  shop = await createTestShop()
  const goods = shelves.replace('stock: 3', 'stock: 9')
  stall = await openStall(shop.app, shop.demo, goods)
  otherStall = await openStall(shop.app, shop.second, goods)
})
afterAll(() => shop.close())

beforeEach(async () => {
  ayu = await newCustomer(stall, 'Ayu')
  budi = await newCustomer(stall, 'Budi')
})

const owner = (customerId: number) => ({ accountId: shop.demo.accountId, mode: 'test' as const, customerId })

async function completed(customer: number): Promise<Order> {
  const open = await invoice(stall, customer, { mug: 1 })
  await shop.work()
  await pay(stall, open.payment.invoiceId)
  const { orderNumber } = open.order
  await updateOrderStatus(shop.app, stall.standing, { orderNumber, status: 'completed', notify: true })
  return open.order
}

describe('an order waiting for its payment', () => {
  test("a repeated request returns the order's own invoice, beside open ones of others and the same customer", async () => {
    const open = [
      await invoice(stall, budi, { shave: 1 }),
      await invoice(stall, ayu, { shave: 1 }),
      await invoice(stall, ayu, { shave: 2 }),
    ]
    const third = await order(stall, budi, { shave: 3 })
    const asked = { customerId: budi, token: third.token, paymentMethod: 'all' as const }
    // This edition offers one method at a time: an old button that requests all of them gets the usual one.
    const { payment } = await requestPayment(shop.app, stall.standing, asked)
    expect(payment.paymentMethod).toBe(open[0]!.payment.paymentMethod)
    for (const { order: own, payment } of open) {
      const again = await requestPayment(shop.app, stall.standing, { customerId: own.customerId, token: own.token })
      expect([again.order.id, again.payment.invoiceId]).toEqual([own.id, payment.invoiceId])
    }
  })
})

describe('a cart', () => {
  const cartOf = async (customer: number) => (await findCart(shop.app, stall.standing, customer)).lines.length

  test('a cart is empty after its order, and other carts are not', async () => {
    for (const customer of [ayu, budi]) await fill(stall, customer, { mug: 1, shave: 1 })
    await placeOrder(shop.app, stall.standing, ayu, {})
    expect([await cartOf(ayu), await cartOf(budi)]).toEqual([0, 2])
  })

  test('a cart stays as it is if a single item is bought directly', async () => {
    await fill(stall, ayu, { mug: 1, shave: 1 })
    await placeOrder(shop.app, stall.standing, ayu, { only: { variantId: stall.variants.token!, quantity: 1 } })
    expect(await cartOf(ayu)).toBe(2)
  })

  test('a customer cannot order products of another account, even by their public number', async () => {
    const only = { variantId: otherStall.variants.mug!, quantity: 1 }
    await expect(placeOrder(shop.app, stall.standing, ayu, { only })).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

describe('a one-press order', () => {
  test('a one-press order is found only by that press and customer', async () => {
    const only = { variantId: stall.variants.shave!, quantity: 1 }
    const { orderNumber } = await placeOrder(shop.app, stall.standing, ayu, { only, once: 'press 1' })
    const find = async (customer: number, once: string) =>
      (await findPlacedOrder(shop.app, stall.standing, customer, once))?.orderNumber ?? null
    expect(await find(ayu, 'press 1')).toBe(orderNumber)
    expect([await find(ayu, 'press 2'), await find(budi, 'press 1')]).toEqual([null, null])
  })
})

describe('a review', () => {
  test('a review is written by the buyer, after completion, in its own shop and mode', async () => {
    const [done, open] = [await completed(ayu), await order(stall, budi, { shave: 1 })]
    const rate = (who: object, { token }: Order, stars = 4) =>
      reviewOrder(shop.app, { ...owner(ayu), ...who }, { token, stars })
    await expect(rate({ customerId: budi }, done)).rejects.toMatchObject({ code: 'not_found' })
    await expect(rate({ mode: 'live' }, done)).rejects.toMatchObject({ code: 'not_found' })
    await expect(rate({ accountId: shop.second.accountId }, done)).rejects.toMatchObject({ code: 'not_found' })
    await expect(rate({ customerId: budi }, open)).rejects.toMatchObject({ code: 'refused_transition' })
    for (const stars of [0, 6, 2.5]) {
      await expect(rate({}, done, stars)).rejects.toMatchObject({ code: 'invalid_request' })
    }
    expect([await rate({}, done, 5), await rate({}, done, 1), await rate({}, done, 1)]).toEqual([
      'first',
      'changed',
      'same',
    ])
    expect(await shop.app.sql.query('select stars from review')).toEqual([{ stars: 1 }])
    const ratings = await shop.app.sql.query('select mode, reviews, stars from product_rating')
    expect(ratings).toEqual([{ mode: 'test', reviews: 1, stars: 1 }])
  })
})

describe('a cancelled order', () => {
  test('a cancelled order cancels its own invoice, and open invoices of others stay', async () => {
    const others = await invoice(stall, budi, { shave: 1 })
    const own = await invoice(stall, ayu, { shave: 1 })
    const later = await invoice(otherStall, await newCustomer(otherStall), { shave: 1 })
    await cancelOrder(shop.app, shop.demo.accountId, ayu, own.order.token)
    const statusOf = async ({ payment }: typeof own) =>
      (await shop.app.em('installation').findOneOrFail(Payment, payment.invoiceId)).status
    expect(await Promise.all([others, own, later].map(statusOf))).toEqual(['pending', 'cancelled', 'pending'])
    expect(await look(stall, others.order)).toMatchObject({ status: 'waiting_payment' })
  })
})

describe("a customer's note about an order", () => {
  test("a customer's note is changed only for that order and customer, up to 500 characters", async () => {
    const [own, second, others] = [
      await order(stall, ayu, { shave: 1 }),
      await order(stall, ayu, { shave: 1 }),
      await order(stall, budi, { shave: 1 }),
    ]
    const notesOf = async () =>
      (await Promise.all([own, second, others].map(each => look(stall, each)))).map(({ note }) => note)
    const edit = (note: string, token = own.token, customer = ayu) =>
      editOrder(shop.app, owner(customer), token, { note })
    await edit('x'.repeat(500))
    expect(await notesOf()).toEqual(['x'.repeat(500), null, null])
    await expect(edit('x'.repeat(501))).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(editOrder(shop.app, owner(ayu), own.token, { phone: 'nomor saya' })).rejects.toMatchObject({
      fields: [{ path: 'phone', code: 'not_a_phone' }],
    })
    await expect(editOrder(shop.app, owner(ayu), own.token, { address: 'x'.repeat(501) })).rejects.toMatchObject({
      fields: [{ path: 'address', code: 'too_long', max: 500 }],
    })
    await expect(edit('y', others.token)).rejects.toMatchObject({ code: 'refused_transition' })
    await edit(' ')
    expect(await notesOf()).toEqual([null, null, null])
  })
})

describe('a message of the seller', () => {
  test("a seller's message has 1 to 500 characters without surrounding blanks, and goes to that order's customer", async () => {
    const [own, others] = [await order(stall, ayu, { shave: 1 }), await order(stall, budi, { shave: 1 })]
    const write = (text: string, once = text) =>
      writeToCustomer(shop.app, shop.demo.accountId, { orderNumber: own.orderNumber, text, once })
    for (const text of ['', '  \n', 'x'.repeat(501)]) {
      await expect(write(text)).rejects.toMatchObject({ code: 'invalid_request' })
    }
    await write(` ${'x'.repeat(500)} `, 'long')
    await write('a')
    await write('a')
    const told = await shop.app.sql.query<{ customer_id: number; text: string }>(
      `select c.id as customer_id, n.data->>'text' as text from notice n join customer c on c.chat_id = n.chat_id
       where n.kind = 'order.message' order by n.id`,
    )
    expect(told).toEqual(['x'.repeat(500), 'a'].map(text => ({ customer_id: ayu, text })))
    const { orderNumber } = others
    const strange = writeToCustomer(shop.app, shop.second.accountId, { orderNumber, text: 'a', once: 'b' })
    await expect(strange).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a favourite', () => {
  test('a favourite is stored and removed for one customer and one product', async () => {
    const publicIds = await shop.app.sql.query<{ id: string }>(
      "select public_id as id from product where account_id = $1 and key in ('mug', 'shave') order by key",
      [shop.demo.accountId],
    )
    const [mug, shave] = publicIds.map(({ id }) => id) as [string, string]
    const mark = (customerId: number, productId: string, isMarked: boolean) =>
      markFavourite(shop.app, { accountId: shop.demo.accountId, customerId }, { productId, isMarked })
    for (const customer of [ayu, budi]) for (const product of [mug, shave, mug]) await mark(customer, product, true)
    await mark(ayu, mug, false)
    await mark(ayu, mug, false)
    const kept = async (customerId: number) =>
      (await listFavourites(shop.app, owner(customerId), 1)).items.map(({ publicId }) => publicId).toSorted()
    expect(await kept(ayu)).toEqual([shave])
    expect(await kept(budi)).toEqual([mug, shave].toSorted())
    const { accountId } = shop.second
    await expect(
      markFavourite(shop.app, { accountId, customerId: ayu }, { productId: mug, isMarked: true }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a returning customer', () => {
  const meet = (name: string, botId = shop.demo.accountId) =>
    registerCustomer(shop.app, {
      accountId: shop.demo.accountId,
      mode: 'test',
      botId,
      telegramUserId: 4711,
      name,
      language: 'id',
    })
  const rows = () =>
    shop.app.sql.query<{ name: string; xmin: string; is_blocked: boolean }>(
      'select name, xmin::text, blocked_at is not null as is_blocked from customer where telegram_user_id = 4711',
    )

  test('a returning customer is recognised, with the newest name, and is updated only after a change', async () => {
    const first = await meet('Sari')
    const [before] = await rows()
    const again = await meet('Sari')
    expect(again.customer.id).toBe(first.customer.id)
    expect(await rows()).toEqual([before])
    expect((await meet('Sari Dewi')).customer).toMatchObject({ id: first.customer.id, name: 'Sari Dewi' })
    expect(await rows()).toMatchObject([{ name: 'Sari Dewi' }])
  })

  test('a customer of another bot is a different one there, even under the same id', async () => {
    const { customer } = await meet('Sari')
    const elsewhere = shop.demo.accountId + 1_000_000
    const { customer: other } = await meet('Sari', elsewhere)
    expect(other.id).not.toBe(customer.id)
    expect((await meet('Sari Dua', elsewhere)).customer).toMatchObject({ id: other.id, name: 'Sari Dua' })
    expect((await meet('Sari')).customer).toMatchObject({ id: customer.id, name: 'Sari' })
    await shop.app.sql.write('delete from customer where id = $1', [other.id])
  })

  test('a customer who had blocked the bot becomes reachable again, and is reported as back once', async () => {
    await meet('Sari')
    expect((await meet('Sari')).wasBlocked).toBe(false)
    await shop.app.sql.write('update customer set blocked_at = now() where telegram_user_id = 4711 or id in ($1, $2)', [
      ayu,
      budi,
    ])
    expect((await meet('Sari')).wasBlocked).toBe(true)
    expect(await rows()).toMatchObject([{ is_blocked: false }])
    expect((await meet('Sari')).wasBlocked).toBe(false)
    // Ayu and Budi still have the bot blocked.
    const [{ count }] = (await shop.app.sql.query<{ count: number }>(
      'select count(*) from customer where blocked_at is not null',
    )) as [{ count: number }]
    expect(count).toBe(2)
  })
})

describe('low stock', () => {
  test('low stock is reported once per mode for products on sale with a threshold, until it recovered', async () => {
    const told = () =>
      shop.app.sql.query<{ mode: string; available: number }>(
        `select payload->>'mode' as mode, (payload->>'available')::integer as available from event
         where type = 'stock.low' order by created_at`,
      )
    const acting = { accountId: shop.demo.accountId, ...commandActor }
    const [{ available }] = (await shop.app.sql.query<{ available: number }>(
      `select available from stock s join variant v on v.id = s.variant_id where v.public_id = $1 and s.mode = 'test'`,
      [stall.variants.mug],
    )) as [{ available: number }]
    expect(await watchStock(shop.app)).toBe(0)
    await setLowStock(shop.app, acting, stall.variants.mug!, available - 1)
    expect(await watchStock(shop.app)).toBe(0)
    await order(stall, ayu, { mug: 1 })
    expect([await watchStock(shop.app), await watchStock(shop.app)]).toEqual([1, 0])
    expect(await told()).toEqual([{ mode: 'test', available: available - 1 }])

    const owned = { ...acting, mode: 'test' as const }
    await restockVariant(shop.app, owned, { variantId: stall.variants.mug!, delta: 1 })
    expect(await watchStock(shop.app)).toBe(0)
    await restockVariant(shop.app, owned, { variantId: stall.variants.mug!, delta: -2 })
    expect(await watchStock(shop.app)).toBe(1)

    await setLowStock(shop.app, acting, stall.variants.mug!, available)
    await shop.app.sql.write('update variant set is_active = false where public_id = $1', [stall.variants.mug])
    expect(await watchStock(shop.app)).toBe(0)
    await shop.app.sql.write('update variant set is_active = true where public_id = $1', [stall.variants.mug])
  })
})

describe('a category', () => {
  test('a category lists its own products and those of its subcategories that are sold', async () => {
    const shelf = await openStall(
      shop.app,
      shop.demo,
      `
categories:
  - { key: atas, name: Atas, categories: [{ key: bawah, name: Bawah }] }
  - { key: lain, name: Lain }
products:
  - { key: satu, name: Satu, kind: service, price: 1000, stock: unlimited, category: atas }
  - { key: dua, name: Dua, kind: service, price: 1000, stock: unlimited, category: bawah }
  - { key: tiga, name: Tiga, kind: service, price: 1000, stock: unlimited, category: lain }
  - { key: empat, name: Empat, kind: service, price: 1000, stock: unlimited, category: atas }
`,
    )
    await shop.app.sql.write("update product set is_active = false where key = 'empat'")
    const ids = await shop.app.sql.query<{ key: string; id: string }>('select key, public_id as id from category')
    const idOf = Object.fromEntries(ids.map(({ key, id }) => [key, id]))
    const listed = async (categoryId?: string) =>
      (await listProducts(shop.app, shelf.standing, { categoryId, pageSize: 50 })).items.map(({ name }) => name)
    expect(await listed(idOf.atas)).toEqual(['Satu', 'Dua'])
    expect(await listed(idOf.bawah)).toEqual(['Dua'])
    expect(await listed(idOf.lain)).toEqual(['Tiga'])
    expect(await listed()).toEqual(expect.arrayContaining(['Satu', 'Dua', 'Tiga']))
  })
})
