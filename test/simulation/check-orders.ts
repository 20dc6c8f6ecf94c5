import { expect } from 'vitest'
import { stockFaults } from '../orders/store.ts'
import type { Visitor } from '../web/browse.ts'
import type { ModelOrder, ModelSale } from './model-types.ts'
import { inOrder, readCsv, sorted, writeRow } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'
import { summarize, viewListedOrder, viewSale, viewStock } from './view-orders.ts'
import { goodsNames } from './world.ts'

/** Checks orders, sales at the counter, and stock. */
export async function checkOrders(simulated: SimulatedShop, owner: Visitor): Promise<void> {
  const { model } = simulated
  const { rows, total } = readCsv((await owner.get('/dashboard/orders.csv')).text)
  const counters = new Set([...model.sales, ...model.orders.filter(one => one.person === null)].map(one => one.number))
  const found = rows.map(one => ({
    ...one,
    ...(counters.has(one.order_number!) && { customer_name: '', customer_phone: '', address: '', note: '' }),
    items: one.items!.split(', ').sort().join(', '),
  }))
  const orders = model.orders.map(order => rowOfOrder(simulated, order))
  const sales = model.sales.map(sale => rowOfSale(simulated, sale))
  const expected = [...orders, ...sales]
  const byNumber = (list: object[]) => list.map(inOrder).sort()
  expect(byNumber(found), 'orders.csv').toEqual(byNumber(expected))
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
  const [wrong] = await shop.app.sql.query<{ count: number }>(
    `select count(*)::int as count from event where type = 'stock.changed' and subject <> concat_ws(' ', 'variant',
       payload->>'variantId', payload->>'mode', payload->>'sequence')
       or type = 'stock.changed' and mode <> payload->>'mode'`,
  )
  expect(wrong!.count, 'facts about stock that belong to others').toBe(0)
  const [restocked] = await shop.app.sql.query<{ count: number }>(
    `select count(*)::int as count from event where account_id = $1 and mode = 'test' and type = 'stock.changed'
       and payload->>'cause' = 'restock'`,
    [shop.demo.accountId],
  )
  const { changed, added } = model.stock
  expect(restocked!.count, 'goods that were added').toBe(changed.length + added.length)
  // A report of low stock may count as a change.
  const missing = rows.filter(({ sequence, changed, low }) => sequence < changed || sequence > changed + low)
  expect(missing, 'changes of stock without an event').toEqual([])
  const told = rows.filter(({ mode }) => mode === 'test').map(row => row.told)
  expect(
    told.reduce((total, count) => total + count, 0),
    'numbers in stock that were set',
  ).toBe(model.stock.told.length)
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
  const free = model.stock.units.map(unit => [`KEY-${unit}`, 'available', null])
  const found = rows.map(({ line, state, number }) => [line, state, number])
  expect(sorted(found), 'serial lines').toEqual(sorted([...taken, ...free]))
}

type View = ReturnType<typeof viewListedOrder>

function writeOrder(view: View, { items, options }: ReturnType<typeof goodsOf>, more: object): Record<string, string> {
  const { refund_due, refunded_amount, refunded_at, cancelled_at: _, tracking_url: __, ...row } = view
  const { received_at: ___, invoice_id: ____, summary: _____, ...listed } = row
  return writeRow({ ...listed, items, options, refund_due, refunded_amount, refunded_at, ...more })
}

function rowOfOrder(simulated: SimulatedShop, order: ModelOrder) {
  const { model } = simulated
  const view = viewListedOrder(simulated, order)
  const refunded_amount = view.refunded_at === null ? null : view.refunded_amount
  const coupon = order.hasCoupon ? model.world.coupon.code : null
  return writeOrder(view, goodsOf(model, order), { refunded_amount, discount: order.discount, coupon })
}

function rowOfSale(simulated: SimulatedShop, sale: ModelSale) {
  const { model, write } = simulated
  const last = sale.returns.length === 0 ? null : Math.max(...sale.returns.map(({ at }) => at))
  const refund = { refunded_amount: last === null ? null : model.returnedOf(sale), refunded_at: write(last) }
  const view = viewSale(simulated, sale)
  return writeOrder(view, goodsOf(model, sale), { ...refund, discount: sale.discount, coupon: null })
}

/** Returns the goods as files name them, such as `Latte, Mug × 2`, and their options. */
function goodsOf({ world }: SimulatedShop['model'], sold: Pick<ModelSale, 'lines' | 'typed'>) {
  const options = sold.lines.flatMap(({ goods, choices }) => {
    const { name, options } = world.goods[goods]
    const chosen = options.filter(({ key }) => choices.includes(key)).map(option => option.name)
    return chosen.length === 0 ? [] : [`${name}: ${chosen.join(', ')}`]
  })
  return { items: summarize(world, sold).split(', ').sort().join(', '), options: options.join('; ') }
}

async function checkStock({ shop, model }: SimulatedShop): Promise<void> {
  const { data } = (await shop.api('/list-stock?limit=100')).body
  const kept = goodsNames.filter(name => model.world.goods[name].count !== null)
  const expected = kept.map(name => viewStock(model, name))
  const found = expected.map(({ product, variant }) =>
    data.find((row: Record<string, unknown>) => row.product === product && row.variant === variant),
  )
  const withoutOthers = found.map((row: object) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => name in expected[0]!)),
  )
  expect(withoutOthers, 'list-stock').toEqual(expected)
  expect(await stockFaults(shop.app), 'stock').toEqual([])
}
