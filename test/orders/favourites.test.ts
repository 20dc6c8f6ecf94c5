import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { Product, Variant } from '../../src/catalog/product.ts'
import { restockVariant } from '../../src/catalog/stock/restock.ts'
import { Notice } from '../../src/notices/notice.ts'
import { createFavouriteWishes, notifyOfRestocks } from '../../src/notices/notify-of-restocks.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import { Customer } from '../../src/orders/customers/customer.ts'
import { markFavourite } from '../../src/orders/customers/mark-favourite.ts'
import { RestockWish } from '../../src/orders/customers/restock-wish.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { newCustomer, openStall, order, type Stall, shelves } from './store.ts'

let shop: TestShop
let stall: Stall
let mug: { variantId: string; productId: string }

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo, shelves)
  const product = await shop.app
    .em({ accountId: shop.demo.accountId })
    .findOneOrFail(Product, { key: 'mug' }, { populate: ['variants'] })
  mug = { variantId: product.variants[0]!.publicId, productId: product.publicId }
})
afterAll(() => shop.close())

const scope = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })
const wishesOf = (customer: number) => shop.app.em(scope()).count(RestockWish, { customer })

async function noticesOf(customerId: number): Promise<number> {
  const em = shop.app.em('installation')
  const { chatId } = await em.findOneOrFail(Customer, customerId)
  return em.count(Notice, { chatId, kind: 'customer.restocked' })
}

async function keep(customerId: number): Promise<void> {
  const owner = { accountId: shop.demo.accountId, customerId }
  await markFavourite(shop.app, owner, { productId: mug.productId, isMarked: true })
}

test('a favourite that sells out is announced to its customer each time it is back', async () => {
  const [fan, other, buyer] = [await newCustomer(stall), await newCustomer(stall), await newCustomer(stall)]
  await keep(fan)
  await order(stall, buyer, { mug: 1 })
  expect(await wishesOf(fan)).toBe(0)
  const last = await order(stall, buyer, { mug: 2 })
  expect([await wishesOf(fan), await wishesOf(other)]).toEqual([1, 0])
  await cancelOrder(shop.app, shop.demo.accountId, buyer, last.token)
  expect(await notifyOfRestocks(shop.app)).toBe(1)
  expect([await noticesOf(fan), await wishesOf(fan)]).toEqual([1, 0])

  await order(stall, buyer, { mug: 2 })
  expect(await wishesOf(fan)).toBe(1)
  await restockVariant(shop.app, { ...scope(), ...commandActor }, { variantId: mug.variantId, delta: 5 })
  await notifyOfRestocks(shop.app)
  expect(await noticesOf(fan)).toBe(2)
})

test('a favourite that the seller sets to zero is also announced when it is back', async () => {
  const fan = await newCustomer(stall)
  await keep(fan)
  await restockVariant(shop.app, { ...scope(), ...commandActor }, { variantId: mug.variantId, delta: -5 })
  expect(await wishesOf(fan)).toBe(1)
})

test('a favourite of a customer in the other mode waits for the stock of that mode only', async () => {
  const fan = await newCustomer(stall)
  await keep(fan)
  await shop.app.sql.write(`update customer set bot_id = -5 where id = $1`, [fan])
  await restockVariant(shop.app, { ...scope(), ...commandActor }, { variantId: mug.variantId, delta: 3 })
  await restockVariant(shop.app, { ...scope(), ...commandActor }, { variantId: mug.variantId, delta: -3 })
  expect(await wishesOf(fan)).toBe(0)
})

test('a product sold out in one mode is announced when a change covers both modes', async () => {
  const fan = await newCustomer(stall)
  await keep(fan)
  const em = shop.app.em({ accountId: shop.demo.accountId, mode: 'both' })
  const { id: variantId } = await em.findOneOrFail(Variant, { publicId: mug.variantId })
  await shop.app.sql.write("update stock set available = 0 where variant_id = $1 and mode = 'test'", [variantId])
  const payload = { variantId, mode: 'test' as const, sequence: 1, cause: 'import' as const }
  const event = {
    ...scope(),
    id: randomUUID(),
    type: 'stock.changed' as const,
    subject: 'variant',
    payload,
    createdAt: new Date(),
  }
  const { accountId } = shop.demo
  await shop.app.transaction({ accountId, mode: 'both' }, tx => createFavouriteWishes(tx, [event]))
  expect(await wishesOf(fan)).toBe(1)
})
