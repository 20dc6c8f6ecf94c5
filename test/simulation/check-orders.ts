import { expect } from 'vitest'
import { stockFaults } from '../orders/store.ts'
import type { Visitor } from '../web/browse.ts'
import type { ModelLine, ModelOrder, ModelSale } from './model.ts'
import { readCsv, sorted, sum } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'
import { goodsNames } from './world.ts'

/** Checks orders, sales at the counter, and stock. */
export async function checkOrders(simulated: SimulatedShop, owner: Visitor): Promise<void> {
  const { model } = simulated
  const { rows, total } = readCsv((await owner.get('/dashboard/orders.csv')).text)
  const found = rows.map(one => [
    ...[
      one.order_number,
      one.status,
      one.items!.split(', ').sort().join(', '),
      one.options,
      one.total,
      one.discount,
      one.coupon,
      one.refund_due,
    ],
    ...[one.paid_at !== '', one.completed_at !== '', one.refunded_amount || 0],
  ])
  const orders = model.orders.map(order => rowOfOrder(simulated, order))
  const sales = model.sales.map(sale => rowOfSale(simulated, sale))
  const expected = [...orders, ...sales]
  expect(sorted(found), 'orders.csv').toEqual(sorted(expected))
  expect(total, 'the total of orders.csv').toBe(expected.length)
  await checkStock(simulated)
}

function rowOfOrder({ model }: SimulatedShop, order: ModelOrder) {
  const refunded = sum(order.payments, 'refunded')
  return [
    ...[order.number, order.status, ...goodsOf(model, order), model.totalOf(order), order.discount],
    ...[order.hasCoupon ? model.world.coupon.code : '', order.isRefundDue, order.wasPaid, order.status === 'completed'],
    refunded,
  ]
}

function rowOfSale({ model }: SimulatedShop, sale: ModelSale) {
  return [
    ...[sale.number, sale.status, ...goodsOf(model, sale), sale.total, sale.discount, '', false, true],
    ...[sale.status === 'completed', model.returnedOf(sale)],
  ]
}

/** Returns the goods as files name them, such as `Mug × 2, Latte`, and their options. */
function goodsOf({ world }: SimulatedShop['model'], { lines, typed }: { lines: ModelLine[]; typed: number }) {
  const names = lines.map(({ goods, quantity }) => {
    const { name } = world.goods[goods]
    return quantity === 1 ? name : `${name} × ${quantity}`
  })
  const options = lines.flatMap(({ goods, choices }) => {
    const { name, options } = world.goods[goods]
    const chosen = options.filter(({ key }) => choices.includes(key)).map(option => option.name)
    return chosen.length === 0 ? [] : [`${name}: ${chosen.join(', ')}`]
  })
  return [[...names, ...(typed > 0 ? ['Penjualan bebas'] : [])].sort().join(', '), options.join('; ')]
}

async function checkStock({ shop, model }: SimulatedShop): Promise<void> {
  const { data } = (await shop.api('/list-stock?limit=100')).body
  const kept = goodsNames.filter(name => model.stock[name])
  const found = kept.map(name => {
    const { product, variant } = model.world.goods[name]
    const rows = (data as { product: string; variant: string; available: number; reserved: number | null }[]).filter(
      row => row.product === product && row.variant === variant,
    )
    return [name, ...rows.map(({ available, reserved }) => `${available} ${reserved}`)]
  })
  const expected = kept.map(name => {
    const { available, reserved } = model.stock[name]!
    // The number of held serial lines is not listed.
    return [name, `${available} ${model.world.goods[name].isSent ? null : reserved}`]
  })
  expect(found, 'list-stock').toEqual(expected)
  expect(await stockFaults(shop.app), 'stock').toEqual([])
}
