import { expect } from 'vitest'
import { stockFaults } from '../orders/store.ts'
import type { Visitor } from '../web/browse.ts'
import type { ModelLine, ModelOrder, ModelSale } from './model-types.ts'
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
  await checkUnits(simulated)
  await checkStockEvents(simulated)
}

/** Checks that each change of a number in stock was announced once, with its cause. */
async function checkStockEvents({ shop, model }: SimulatedShop): Promise<void> {
  const rows = await shop.app.sql.query<{ mode: string; sequence: number; changed: number; low: number; told: number }>(
    `select s.mode, s.sequence, count(*) filter (where e.type = 'stock.changed')::int as changed,
       count(*) filter (where e.type = 'stock.low')::int as low,
       count(*) filter (where e.payload->>'cause' = 'told')::int as told
     from stock s left join event e on e.type like 'stock.%' and e.mode = s.mode
       and e.subject like 'variant ' || s.variant_id || ' ' || s.mode || ' %'
     group by s.variant_id, s.mode, s.sequence`,
  )
  // A report of low stock may count as a change.
  const missing = rows.filter(({ sequence, changed, low }) => sequence < changed || sequence > changed + low)
  expect(missing, 'changes of stock without an event').toEqual([])
  const told = rows.filter(({ mode }) => mode === 'test').map(row => row.told)
  expect(
    told.reduce((total, count) => total + count, 0),
    'numbers in stock that were set',
  ).toBe(model.told.length)
}

/** Checks which order each serial line belongs to. */
async function checkUnits({ shop, model }: SimulatedShop): Promise<void> {
  const rows = await shop.app.sql.query<{ line: string; state: string; number: string | null }>(
    `select u.line, u.state, o.order_number as number from stock_unit u
     left join order_item i on i.id = u.order_item_id left join store_order o on o.id = i.order_id
     where u.account_id = $1 and u.mode = 'test'`,
    [shop.demo.accountId],
  )
  const taken = model.orders.flatMap(({ number, lines }) =>
    lines.flatMap(({ units, state }) => units.map(unit => [`KEY-${unit}`, state, number])),
  )
  const free = model.units.map(unit => [`KEY-${unit}`, 'available', null])
  const found = rows.map(({ line, state, number }) => [line, state, number])
  expect(sorted(found), 'serial lines').toEqual(sorted([...taken, ...free]))
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
