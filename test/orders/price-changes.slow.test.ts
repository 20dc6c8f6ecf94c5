import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { setPrice } from '../../src/catalog/set-price.ts'
import { findCart } from '../../src/orders/cart/find-cart.ts'
import type { Order } from '../../src/orders/order.ts'
import { placeOrder } from '../../src/orders/place-order.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { fill, look, newCustomer, openStall, type Stall } from './store.ts'

let shop: TestShop
let stall: Stall

beforeAll(async () => {
  shop = await createTestShop()
  const product = '{ key: tiket, name: Tiket, kind: service, price: 20000, stock: unlimited, asks: [] }'
  stall = await openStall(shop.app, shop.demo, `products:\n  - ${product}\n`)
})
afterAll(() => shop.close())

const tries = 20
const priceNow = (price: number) =>
  setPrice(shop.app, { ...commandActor, accountId: shop.demo.accountId }, stall.variants.tiket!, price)

test(`a price that changes between cart and checkout is refused, ${tries} times of ${tries}, and the cart stays`, async () => {
  for (let round = 0; round < tries; round++) {
    await priceNow(20_000)
    const customer = await newCustomer(stall)
    await fill(stall, customer, { tiket: 2 })
    const { total: expectedTotal } = await findCart(stall.app, stall.standing, customer)
    // Both higher and lower prices: no customer pays a price that was not shown.
    await priceNow(round % 2 === 0 ? 25_000 : 15_000)
    await expect(placeOrder(stall.app, stall.standing, customer, { expectedTotal })).rejects.toMatchObject({
      code: 'price_changed',
    })
    const { total } = await findCart(stall.app, stall.standing, customer)
    expect(total).toBe(round % 2 === 0 ? 50_000 : 30_000)
    await expect(placeOrder(stall.app, stall.standing, customer, { expectedTotal: total })).resolves.toMatchObject({
      total,
    })
  }
})

test(`each of ${tries} checkouts that race with a new price costs the displayed price, or is refused`, async () => {
  await priceNow(20_000)
  const customers: number[] = []
  while (customers.length < tries) {
    const customer = await newCustomer(stall)
    await fill(stall, customer, { tiket: 1 })
    customers.push(customer)
  }
  const asked = { expectedTotal: 20_000 }
  const checkouts = customers.map(customer => placeOrder(stall.app, stall.standing, customer, asked))
  const [outcomes] = await Promise.all([Promise.allSettled(checkouts), priceNow(35_000)])
  const placed: Order[] = outcomes.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'price_changed' })
  for (const order of placed) {
    const whole = await look(stall, order)
    expect([whole.total, ...whole.items.map(({ price }) => price)]).toEqual([20_000, 20_000])
    const open = await requestPayment(stall.app, stall.standing, { customerId: order.customerId, token: order.token })
    expect(open.payment.amount).toBe(20_000)
  }
})
