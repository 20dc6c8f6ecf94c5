import { expect } from 'vitest'
import { listCustomers } from '../../src/orders/customers/list-customers.ts'
import { findCustomerOrder } from '../../src/orders/find-order.ts'
import { listCustomerOrders } from '../../src/orders/list-orders.ts'
import type { ModelOrder } from './model-types.ts'
import { sum } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'
import { summarize } from './view-orders.ts'

/** Checks what each customer sees of their orders, and what the owner sees of each customer. */
export async function checkCustomers(simulated: SimulatedShop): Promise<void> {
  const { model } = simulated
  const ofPeople = model.orders.filter(({ person }) => person !== null)
  const byCustomer = Map.groupBy(ofPeople, ({ customerId }) => customerId)
  for (const [customerId, orders] of byCustomer) await checkCustomer(simulated, customerId, orders)
  for (const order of ofPeople) await checkGoods(simulated, order)
}

async function checkCustomer({ shop, model, write }: SimulatedShop, customerId: number, orders: ModelOrder[]) {
  const { accountId, mode } = shop.demo
  const { name, phone, address } = model.world.people[orders[0]!.person!]!
  const filter = { botIds: [accountId], id: customerId, page: 1, limit: 5 }
  const { customers, total } = await listCustomers(shop.app, { accountId, mode }, filter)
  const spent = orders.filter(({ paidAt, cancelledAt }) => paidAt !== null && cancelledAt === null)
  const facts = customers.map(one => [one.name, one.phone, one.address, one.orderCount, one.spent])
  const expected = [name, phone, address, orders.length, spent.reduce((sum, order) => sum + model.totalOf(order), 0)]
  expect([facts, total], `customer ${name}`).toEqual([[expected], 1])
  const inTurn = orders.toReversed().sort((one, other) => other.createdAt - one.createdAt)
  const page = { page: 2, pageSize: 3 }
  const listed = await listCustomerOrders(shop.app, accountId, customerId, page)
  const shown = orders.length > 3 ? inTurn.slice(3, 6) : inTurn.slice(0, 3)
  const found = listed.items.map(one => [
    one.orderNumber,
    one.status,
    one.summary(),
    shop.app.calendar.format(one.createdAt),
  ])
  const rows = shown.map(one => [one.number, one.status, summarize(model.world, one), write(one.createdAt)])
  expect(found, `the orders of ${name}`).toEqual(rows)
}

/** Checks the goods that a customer can open. */
async function checkGoods(simulated: SimulatedShop, order: ModelOrder): Promise<void> {
  const { shop } = simulated
  const keys = order.lines.flatMap(({ units, state, deliveredAt }) =>
    state === 'sold' && deliveredAt !== null ? units.map(unit => `KEY-${unit}`) : [],
  )
  const expected = [order.status, order.discount, keys.sort(), sum(order.lines, 'quantity')]
  if (simulated.isUnchanged(`goods ${order.number}`, expected)) return
  const found = await findCustomerOrder(shop.app, shop.demo.accountId, order.customerId, order.token)
  const items = [...found.items]
  const opened = items.flatMap(item => item.goods().keys)
  expect([found.status, found.discount, opened.sort(), sum(items, 'quantity')], `goods of ${order.number}`).toEqual(
    expected,
  )
}
