import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { setStock } from '../../src/catalog/stock/set-stock.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { openBill } from '../../src/modules/bills/open-bill.ts'
import { orderFromMenu } from '../../src/modules/menu/order-from-menu.ts'
import { payMenuOrder } from '../../src/modules/menu/pay-menu-order.ts'
import { setMenu } from '../../src/modules/menu/set-menu.ts'
import { orderFromApp } from '../../src/modules/mini-app/order-from-app.ts'
import type { App } from '../../src/needs.ts'
import { fillCart } from '../../src/orders/cart/fill-cart.ts'
import { placeOrder } from '../../src/orders/place-order.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { shuffleItems } from '../kit/draws/shuffle-items.ts'
import { interceptSql } from '../kit/intercept-sql.ts'
import { openAndDie } from '../modules/bills/open-and-die.ts'
import type { OpeningOrder } from '../modules/bills/opening-process.ts'
import { idOf, makeBill } from '../modules/bills/stand.ts'
import { openCounter, sellAt } from '../modules/counter/sales-stand.ts'
import { newCustomer, openStall, pay, type Stall, stockFaults } from './store.ts'

// One stock behind every door: all doors request the last unit at once. The full run: WARUNG_ROUNDS=500.
const rounds = Number(process.env.WARUNG_ROUNDS ?? 10)
const price = 10_000

let shop: TestShop
let stall: Stall
let counters: { id: number }[]

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(
    shop.app,
    shop.demo,
    `products: [{ key: last, name: Terakhir, kind: service, price: ${price}, stock: 1, asks: [] }]`,
  )
  await setMenu(shop.app, { ...shop.demo, ...commandActor, mode: 'test' }, { slug: 'kopi', isOn: true })
  counters = [await openCounter(shop), await openCounter(shop)]
}, 60_000)

afterAll(() => shop.close())

type Door = (app: App) => Promise<{ id: number }>

const inTheChat: Door = async app => {
  const customer = await newCustomer(stall)
  const placed = await placeOrder(app, stall.standing, customer, {
    only: { variantId: stall.variants.last!, quantity: 1 },
  })
  await requestPayment(app, stall.standing, { customerId: customer, token: placed.token })
  return placed
}

/** A customer from the chat, on the pages of the Mini App. */
const inMiniApp: Door = async app => {
  const customerId = await newCustomer(stall)
  await fillCart(app, stall.standing, customerId, { variantId: stall.variants.last!, quantity: 1 })
  const asked = { expectedTotal: price, once: `app:${customerId}` }
  const placed = await orderFromApp(app, { ...stall.standing, customerId }, asked)
  await requestPayment(app, stall.standing, { customerId, token: placed.token })
  return placed
}

const atCounter =
  (number: number, method: 'cash' | 'code'): Door =>
  app => {
    const lines = [{ variant: stall.variants.last!, quantity: 1, choices: [] }]
    return sellAt({ ...shop, app } as TestShop, counters[number]!, { lines, method, expectedTotal: price })
  }

let guests = 0
const onMenuPage: Door = async app => {
  const name = `guest ${++guests}`
  const guest = { ...stall.standing, browser: name, address: name, name, language: 'id' as const }
  const units = [{ variantId: stall.variants.last!, quantity: 1, choices: [] }]
  const asked = { units, phone: '0812-3456-7890', expectedTotal: price, once: name }
  const placed = await orderFromMenu(app, guest, asked)
  await payMenuOrder(app, stall.standing, { order: placed, way: undefined, backTo: 'https://kopi.example/m/kopi' })
  return placed
}

const aBill = async () => (await makeBill(shop, { items: [{ product: 'last' }] })).bill

/** A customer who presses the button of a bill that was sent earlier. */
const byBill =
  (bill: string): Door =>
  async app => {
    const billId = await idOf(shop, bill)
    await openBill(app, stall.standing, billId, {})
    const [order] = await app.sql.query<{ id: number }>(
      'select o.id from store_order o join bill using (customer_id) where bill.id = $1 order by o.id desc limit 1',
      [billId],
    )
    return order!
  }

/** A customer who presses the button of a public bill, such as one on a poster. */
const byPublicBill: Door = async app =>
  byBill((await makeBill(shop, { kind: 'many', items: [{ product: 'last' }] })).bill)(app)

/** The shop's server creates a bill at this moment, and a customer opens it. */
const byApi: Door = async app => byBill(await aBill())(app)

/** Returns all customers, each with their door. */
const doors = (bill: string): Door[] => [
  ...[inTheChat, inTheChat, inMiniApp, inMiniApp, atCounter(0, 'cash'), atCounter(1, 'code'), onMenuPage, onMenuPage],
  ...[byBill(bill), byPublicBill, byApi],
]

const stockOne = () =>
  setStock(shop.app, { ...shop.demo, ...commandActor, mode: 'test' }, { product: 'last', available: 1 })

/** Lets all doors request at once, and pays every order. Returns the number of sold orders. */
async function race(app: App, bill: string): Promise<{ sold: number; refused: string[] }> {
  const asked = await Promise.allSettled(shuffleItems(doors(bill)).map(door => door(app)))
  const refused = asked.flatMap(one => {
    if (one.status === 'fulfilled') return []
    if (!(one.reason instanceof Refusal)) throw one.reason
    return [one.reason.code]
  })
  const orders = asked.flatMap(one => (one.status === 'fulfilled' ? [one.value.id] : []))
  const { sql } = shop.app
  const open = await sql.query<{ invoice: string }>(
    'select invoice_id as invoice from order_invoice where order_id = any($1::bigint[]) and is_open',
    [orders],
  )
  for (const { invoice } of open) await pay(stall, invoice)
  const items = await sql.query<{ state: string }>(
    'select stock_state as state from order_item where order_id = any($1::bigint[])',
    [orders],
  )
  return { sold: items.filter(({ state }) => state === 'sold').length, refused }
}

test(`the last unit is sold through one channel, and the others are refused at once: ${rounds} rounds`, {
  timeout: 20_000 + rounds * 4_000,
}, async () => {
  for (let round = 1; round <= rounds; round++) {
    await stockOne()
    const { sold, refused } = await race(shop.app, await aBill())
    expect(sold, `round ${round}`).toBe(1)
    expect(refused, `round ${round}`).toEqual(Array.from({ length: 10 }, () => 'out_of_stock'))
  }
  expect(await stockFaults(shop.app)).toEqual([])
  const vain = await shop.app.sql.query("select 1 from event where type in ('order.paid_in_vain') limit 1")
  expect(vain).toEqual([])
})

const order = 'insert into store_order'

test.each<[string, OpeningOrder['at']]>([
  ['while it orders the unit', { statement: order, when: 'before its commit' }],
  ['between its order and its payment', { statement: order, when: 'after its commit' }],
  ['once its payment was made', { statement: 'insert into payment ', when: 'after its commit' }],
])('a process that is killed %s leaves one unit to sell', { timeout: 30_000 }, async (_when, at) => {
  await stockOne()
  const bill = await aBill()
  expect(await openAndDie(shop, await idOf(shop, bill), at)).toBe('SIGKILL')
  // The customer who had pressed before presses again, among all the others.
  expect((await race(shop.app, bill)).sold).toBe(1)
  expect(await stockFaults(shop.app)).toEqual([])
})

test('without the reservation the same run sells the unit more than once', { timeout: 20_000 }, async () => {
  await stockOne()
  expect((await race(withoutReservation(shop.app), await aBill())).sold).toBeGreaterThanOrEqual(2)
})

/** Returns a shop that holds goods without reducing the stock. */
function withoutReservation(app: App): App {
  const change = (text: string) =>
    text
      .replace(/available = available - \$\d+, (reserved = reserved \+ \$\d+)/, '$1')
      .replace(/ and \(available is null or available >= \$\d+\)/, '')
  return {
    ...app,
    sql: interceptSql(app.sql, { change }),
    transaction: (scope, work) => app.transaction(scope, tx => work(interceptSql(tx, { change }))),
  }
}
