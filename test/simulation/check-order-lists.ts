import { expect } from 'vitest'
import { listOrders, type OrderFilter, sumOrders } from '../../src/orders/list-orders.ts'
import { isOnItsWay, type ModelOrder } from './model-types.ts'
import { sorted, sum } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** An order or a sale, as lists of orders show both. */
type Listed = Pick<ModelOrder, 'number' | 'person' | 'phone' | 'status' | 'createdAt' | 'isRefundDue' | 'parcel'> & {
  total: number
  invoices: string[]
}

/** Checks the searches, queues, periods and sums of the merchant's list of orders. */
export async function checkOrderLists({ shop, model, timeOf }: SimulatedShop): Promise<void> {
  const all = listAll(model)
  const { people } = model.world
  const last = all.findLast(({ invoices }) => invoices.length > 0)
  const [from, before] = [Math.floor(model.now / 3), Math.floor(model.now / 2)]
  const filters: [Omit<OrderFilter, 'limit' | 'offset'>, (one: Listed) => boolean][] = [
    [{}, () => true],
    [{ status: ['paid', 'cancelled'] }, ({ status }) => status === 'paid' || status === 'cancelled'],
    [{ from: timeOf(from), before: timeOf(before) }, one => one.createdAt >= from && one.createdAt < before],
    [{ from: timeOf(before), status: 'completed' }, one => one.createdAt >= before && one.status === 'completed'],
    [{ search: people[0]!.name.toLowerCase() }, ({ person }) => person === 0],
    [{ search: people[1]!.phone }, ({ person, phone }) => person === 1 && phone !== null],
    [{ search: people[2]!.phone.slice(-9), status: 'paid' }, one => isOf(one, 2) && one.status === 'paid'],
    [{ queue: 'refund' }, ({ isRefundDue }) => isRefundDue],
    [{ queue: 'todo' }, one => (one.status === 'paid' || one.status === 'processing') && !isOnItsWay(one)],
    [{ queue: 'shipped' }, isOnItsWay],
  ]
  if (last) filters.push([{ search: last.number.slice(-5).toLowerCase() }, one => one === last])
  if (last) filters.push([{ search: last.invoices[0]! }, one => one === last])
  for (const [filter, isListed] of filters) {
    const expected = all.filter(isListed)
    const name = `the orders of ${JSON.stringify(filter)}`
    const listed = await listOrders(shop.app, shop.demo, { ...filter, limit: 100, offset: 0 })
    expect([listed.total, await sumOrders(shop.app, shop.demo, filter)], name).toEqual([
      expected.length,
      sum(
        expected.filter(({ status }) => status !== 'cancelled'),
        'total',
      ),
    ])
    if (expected.length > 100) continue
    const found = listed.orders.map(({ orderNumber }) => [orderNumber])
    expect(sorted(found), name).toEqual(sorted(expected.map(({ number }) => [number])))
  }
  const { orders: oldest } = await listOrders(shop.app, shop.demo, { sort: 'oldest', limit: 5, offset: 2 })
  const { orders: newest } = await listOrders(shop.app, shop.demo, { limit: 5, offset: 2 })
  const times = all.map(({ createdAt }) => createdAt).sort((one, other) => one - other)
  const timesOf = (listed: typeof newest) => {
    return listed.map(({ orderNumber }) => all.find(({ number }) => number === orderNumber)?.createdAt)
  }
  expect(timesOf(oldest), 'the oldest orders').toEqual(times.slice(2, 7))
  expect(timesOf(newest), 'the newest orders').toEqual(times.toReversed().slice(2, 7))

  /** Returns whether a search for the last eight digits of a person's phone number finds an order. */
  function isOf({ phone }: Listed, person: number): boolean {
    return phone?.endsWith(people[person]!.phone.slice(-9)) ?? false
  }
}

function listAll(model: SimulatedShop['model']): Listed[] {
  const orders = model.orders.map(order => ({
    ...order,
    total: model.totalOf(order),
    invoices: order.payments.map(({ invoiceId }) => invoiceId),
  }))
  const none = { person: null, phone: null, parcel: null, isRefundDue: false, invoices: [] }
  return [...orders, ...model.sales.map(sale => ({ ...none, ...sale, createdAt: sale.at }))]
}
