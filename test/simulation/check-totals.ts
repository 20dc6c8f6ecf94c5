import { expect } from 'vitest'
import { totalSales } from '../../src/orders/statistics/total-sales.ts'
import type { ModelLine, ModelOrder } from './model-types.ts'
import { sorted, sum } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'
import { goodsNames } from './world.ts'

/** An order or a sale, as the totals of days count both. */
type Placed = Pick<ModelOrder, 'lines' | 'discount' | 'hasCoupon' | 'person'> & {
  day: string
  total: number
  fee: number
  isSold: boolean
  isFirst: boolean
}

/** Checks the sales of each day in total, by goods, by option and by coupon, once the shop has totalled them. */
export async function checkTotals(simulated: SimulatedShop): Promise<void> {
  const { shop, model } = simulated
  while ((await totalSales(shop.app)) > 0);
  const placed = listPlaced(model)
  await checkDays(simulated, placed)
  await checkGoods(simulated, placed)
  await checkCoupons(simulated, placed)
  await checkOptions(
    simulated,
    placed.filter(({ isSold }) => isSold).flatMap(({ lines }) => lines),
  )
}

function listPlaced(model: SimulatedShop['model']): Placed[] {
  const isSold = ({ status }: Pick<ModelOrder, 'status'>) => /^(paid|processing|completed)$/.test(status)
  const sold = model.orders.filter(order => order.person !== null && isSold(order))
  const inTurn = sold.toSorted((one, other) => one.createdAt - other.createdAt)
  const first = new Set(
    inTurn.filter((one, index) => inTurn.findIndex(({ person }) => person === one.person) === index),
  )
  const orders = model.orders.map(order => ({
    ...order,
    day: model.dayOf(order.createdAt),
    total: model.totalOf(order),
    fee: order.handing?.fee ?? 0,
    isSold: isSold(order),
    isFirst: first.has(order),
  }))
  const none = { person: null, hasCoupon: false, fee: 0, isSold: true, isFirst: false }
  return [...orders, ...model.sales.map(sale => ({ ...sale, ...none, day: model.dayOf(sale.at) }))]
}

async function checkDays({ shop }: SimulatedShop, placed: Placed[]): Promise<void> {
  const found = await shop.app.sql.query<Record<string, number | string>>(
    `select day::text, placed, sold, revenue, discount, delivery_fees, new_customers, new_revenue, counter_sold,
       counter_revenue from sale_day where account_id = $1 and mode = 'test' order by day`,
    [shop.demo.accountId],
  )
  const days = Map.groupBy(placed, ({ day }) => day)
  const expected = [...days].map(([day, all]) => {
    const sold = all.filter(({ isSold }) => isSold)
    const first = all.filter(({ isFirst }) => isFirst)
    const atCounter = sold.filter(({ person }) => person === null)
    return {
      day,
      placed: all.length,
      sold: sold.length,
      revenue: sum(sold, 'total'),
      discount: sum(sold, 'discount'),
      delivery_fees: sum(sold, 'fee'),
      new_customers: first.length,
      new_revenue: sum(first, 'total'),
      counter_sold: atCounter.length,
      counter_revenue: sum(atCounter, 'total'),
    }
  })
  expect(found, 'the sales of each day').toEqual(expected.toSorted((one, other) => (one.day < other.day ? -1 : 1)))
}

async function checkGoods({ shop, model }: SimulatedShop, placed: Placed[]): Promise<void> {
  const rows = await shop.app.sql.query<Record<string, number | string>>(
    `select d.day::text, case v.key when 'only' then p.key else v.key end as goods, d.orders, d.quantity, d.revenue
     from product_day d join variant v on v.id = d.variant_id join product p on p.id = v.product_id
     where d.account_id = $1 and d.mode = 'test'`,
    [shop.demo.accountId],
  )
  const names: readonly string[] = goodsNames
  const found = rows.filter(row => names.includes(String(row.goods))).map(row => Object.values(row))
  const sold = placed.filter(({ isSold }) => isSold)
  const lines = sold.flatMap(one => one.lines.map(line => ({ day: one.day, line, key: `${one.day} ${line.goods}` })))
  const expected = [...Map.groupBy(lines, ({ key }) => key).values()].map(all => {
    const [{ day, line }] = all as [(typeof all)[0]]
    const own = all.map(one => one.line)
    return [day, line.goods, all.length, sum(own, 'quantity'), model.priceOf(own)]
  })
  expect(sorted(found), 'the goods of each day').toEqual(sorted(expected))
}

async function checkCoupons({ shop, model }: SimulatedShop, placed: Placed[]): Promise<void> {
  const rows = await shop.app.sql.query<Record<string, number | string>>(
    `select day::text, code, orders, discount, revenue from coupon_day where account_id = $1 and mode = 'test'`,
    [shop.demo.accountId],
  )
  const used = placed.filter(({ isSold, hasCoupon }) => isSold && hasCoupon)
  const expected = [...Map.groupBy(used, ({ day }) => day)].map(([day, own]) => [
    ...[day, model.world.coupon.code, own.length, sum(own, 'discount'), sum(own, 'total')],
  ])
  expect(sorted(rows.map(row => Object.values(row))), 'the coupons of each day').toEqual(sorted(expected))
}

async function checkOptions({ shop, model }: SimulatedShop, sold: ModelLine[]): Promise<void> {
  const { data } = (await shop.api('/get-statistics')).body
  const found = data.options.map((one: Record<string, unknown>) => Object.values(one))
  const groups: Record<string, string> = { milk: 'Susu', more: 'Tambahan' }
  const expected = model.world.goods.latte.options.flatMap(({ key, name, price }) => {
    const count = sum(
      sold.filter(({ choices }) => choices.includes(key)),
      'quantity',
    )
    return count === 0 ? [] : [['Latte', groups[key.split(':')[0]!], name, count, count * price]]
  })
  expect(sorted(found), 'the options of get-statistics').toEqual(sorted(expected))
  const counts = data.options.map((one: { quantity: number }) => one.quantity)
  expect(counts, 'the order of the options').toEqual(counts.toSorted((one: number, other: number) => other - one))
}
