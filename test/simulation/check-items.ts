import { expectRows } from './check-rows.ts'
import type { ModelLine, ModelOrder } from './model-types.ts'
import { sum } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'
import { goodsNames } from './world.ts'

type Row = Record<string, unknown>

/** Checks the stored rows of orders, their items, codes and options, and of stock, also the columns without a view. */
export async function checkItems(simulated: SimulatedShop): Promise<void> {
  await checkOrders(simulated)
  await checkLines(simulated)
  await checkCodesOfOrders(simulated)
  await checkStock(simulated)
}

async function checkOrders(simulated: SimulatedShop): Promise<void> {
  const { shop, model } = simulated
  const found = await shop.app.sql.query<Row>(
    `select order_number, customer_id, status, door, total, discount, coupon_code, delivery_fee, receiving,
       delivery_zone, table_number, slot_at, invoice_count, held_until, refund_due, cancelled_by, moved_from, moved_at,
       created_at, pending_since, paid_at, completed_at, cancelled_at, receive_by, seller_note is not null as has_note
     from store_order where account_id = $1 and mode = 'test' and order_number = any($2)`,
    [shop.demo.accountId, model.orders.map(({ number }) => number)],
  )
  const expected = model.orders.map(one => {
    const { way = null, zone = null, table = null, fee = 0 } = one.handing ?? {}
    const isUnderway = one.parcel !== null && one.parcel.receivedAt === null
    return {
      order_number: one.number,
      customer_id: one.customerId,
      status: one.status,
      total: model.totalOf(one),
      door: one.person === null ? 'counter' : 'chat',
      discount: one.discount,
      delivery_fee: fee,
      coupon_code: one.hasCoupon ? model.world.coupon.code : null,
      receiving: way,
      delivery_zone: zone,
      table_number: table,
      slot_at: null,
      invoice_count: one.payments.length,
      held_until: one.heldUntil,
      refund_due: one.isRefundDue,
      cancelled_by: one.cancelledBy,
      moved_from: one.moved?.from ?? null,
      moved_at: one.moved?.at ?? null,
      created_at: one.createdAt,
      pending_since: one.pendingSince,
      paid_at: one.paidAt,
      completed_at: one.completedAt,
      cancelled_at: one.cancelledAt,
      receive_by: isUnderway ? one.parcel!.at + 7 * 1_440 : null,
      has_note: one.isAnnotated,
    }
  })
  expectRows(simulated, 'rows of orders', found, expected)
}

async function checkLines(simulated: SimulatedShop): Promise<void> {
  const { shop, model } = simulated
  const rows = await shop.app.sql.query<Row>(
    `select o.order_number, i.position, i.product_name, i.variant_name, i.kind, i.stock_mode, i.price, i.quantity,
       i.surcharge, i.stock_state, i.restocked, i.delivered_at,
       (select jsonb_agg(jsonb_build_array(m.quantity, m.price, jsonb_path_query_array(m.choices, '$[*].optionName'))
          order by m.position) from order_item_making m where m.order_item_id = i.id) as makings
     from order_item i join store_order o on o.id = i.order_id join variant v on v.id = i.variant_id
     where o.account_id = $1 and o.mode = 'test' and o.order_number = any($2) and v.key <> 'free'`,
    [shop.demo.accountId, [...model.orders, ...model.sales].map(({ number }) => number)],
  )
  const typed = rows.filter(({ product_name }) => product_name === 'Penjualan bebas')
  const own = rows.filter(row => !typed.includes(row)).map(({ position, ...row }) => row)
  const lines = [...model.orders, ...model.sales].flatMap(({ number, lines }) =>
    lines.map(line => ({ order_number: number, ...rowOfLine(simulated, line) })),
  )
  expectRows(simulated, 'rows of items', own, lines)
}

function rowOfLine({ model }: SimulatedShop, line: ModelLine): Row {
  const { goods, quantity, choices, state, restocked, deliveredAt } = line
  const { name, price, options, isSent, weight, count } = model.world.goods[goods]
  const [, product_name = name, variant_name = ''] = /^(.*) \((.*)\)$/.exec(name) ?? []
  const chosen = options.filter(({ key }) => choices.includes(key))
  const extra = sum(chosen, 'price')
  return {
    product_name,
    variant_name,
    kind: isSent ? 'digital' : weight === null ? 'service' : 'physical',
    price,
    stock_mode: isSent ? 'serial' : count === null ? 'unlimited' : 'counter',
    quantity,
    restocked,
    surcharge: extra * quantity,
    stock_state: state,
    delivered_at: deliveredAt,
    makings: chosen.length === 0 ? null : [[quantity, extra, chosen.map(option => option.name)]],
  }
}

/** Checks the codes of each order, in their order, of which only the last may be open. */
async function checkCodesOfOrders(simulated: SimulatedShop): Promise<void> {
  const { shop, model } = simulated
  const found = await shop.app.sql.query<Row>(
    `select o.order_number, i.invoice_id, i.number, i.is_open from order_invoice i
     join store_order o on o.id = i.order_id where o.account_id = $1 and o.mode = 'test'`,
    [shop.demo.accountId],
  )
  const expected = model.orders.flatMap(({ number: order_number, payments }: ModelOrder) =>
    payments.map(({ invoiceId: invoice_id, status }, index) => ({
      order_number,
      invoice_id,
      number: index + 1,
      is_open: status === 'pending',
    })),
  )
  expectRows(simulated, 'the codes of orders', found, expected)
}

/** Checks the numbers in stock, and each change of them that no order caused. */
async function checkStock(simulated: SimulatedShop): Promise<void> {
  const { shop, model } = simulated
  const { accountId } = shop.demo
  const goods = "case v.key when 'only' then p.key else v.key end"
  const found = await shop.app.sql.query<Row>(
    `select ${goods} as goods, s.available, s.reserved, s.sold from stock s join variant v on v.id = s.variant_id
     join product p on p.id = v.product_id where s.account_id = $1 and s.mode = 'test' and v.stock_mode = 'counter'`,
    [accountId],
  )
  const counted = goodsNames.filter(name => model.world.goods[name].count !== null && !model.world.goods[name].isSent)
  const lines = [...model.orders, ...model.sales].flatMap(one => one.lines as ModelLine[])
  const expected = counted.map(name => {
    const sold = lines.filter(line => line.goods === name && line.state === 'sold')
    return { goods: name, ...model.stock.levels[name], sold: sum(sold, 'quantity') - sum(sold, 'restocked') }
  })
  expectRows(simulated, 'rows of stock', found, expected)
  const changes = await shop.app.sql.query<Row>(
    `select ${goods} as goods, c.delta, c.reason, c.once from stock_change c join variant v on v.id = c.variant_id
     join product p on p.id = v.product_id where c.account_id = $1 and c.mode = 'test' and c.reason <> 'import'`,
    [accountId],
  )
  expectRows(simulated, 'changes of stock', changes, model.stock.changes)
}
