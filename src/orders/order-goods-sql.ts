import type { StockLine } from '../catalog/stock.ts'
import { holdStock, releaseStock } from '../catalog/stock-sql.ts'
import type { Tx } from '../database/transaction.ts'
import { type Order, type OrderItem, orderColumns } from './order.ts'

/** Goods of an order, as stock sees them. */
export type Goods = StockLine &
  Pick<OrderItem, 'productName' | 'variantName' | 'stockState' | 'deliveredAt'> & { orderId: number }

/** The items of orders that are locked. */
export async function goodsOf(tx: Tx, orderIds: number[]): Promise<Goods[]> {
  return tx.query<Goods>(goodsSql, [orderIds])
}

const goodsSql = `
  select id as "itemId", order_id as "orderId", variant_id as "variantId", stock_mode as "stockMode", quantity,
    product_name as "productName", variant_name as "variantName", stock_state as "stockState", delivered_at as "deliveredAt"
  from order_item where order_id = any ($1) order by order_id, position`

/** free -> held for an order that is locked or new. Returns what could not be held: nothing, or there is not enough. */
export async function holdGoods(tx: Tx, orderId: number): Promise<Goods[]> {
  const goods = (await goodsOf(tx, [orderId])).filter(line => line.stockState === 'free')
  const short = (await holdStock(tx, goods)) as Goods[]
  const held = goods.filter(line => !short.includes(line))
  await markGoods(tx, held, 'held')
  return short
}

/** held -> free, for orders that are locked. */
export async function freeGoods(tx: Tx, orderIds: number[]): Promise<void> {
  const held = (await goodsOf(tx, orderIds)).filter(line => line.stockState === 'held')
  if (held.length === 0) return
  await releaseStock(tx, held)
  await markGoods(tx, held, 'free')
}

export async function markGoods(tx: Tx, goods: Goods[], state: OrderItem['stockState']): Promise<void> {
  if (goods.length === 0) return
  await tx.write('update order_item set stock_state = $2 where id = any ($1)', [goods.map(line => line.itemId), state])
}

export async function markDelivered(tx: Tx, goods: Goods[], now: Date): Promise<void> {
  if (goods.length === 0) return
  await tx.write('update order_item set delivered_at = $2 where id = any ($1) and delivered_at is null', [
    goods.map(line => line.itemId),
    now,
  ])
}

/** Whether a machine hands it over: it is the customer's the moment it is paid. */
export function isSentInChat(line: StockLine): boolean {
  return line.stockMode === 'serial' || line.stockMode === 'file' || line.stockMode === 'content'
}

const lockSql = `select ${orderColumns()} from store_order where id = $1 for update`

/** Locks one order: payments and holds are locked before it, stock after it. */
export async function lockOrder(tx: Tx, orderId: number): Promise<Order> {
  const [order] = await tx.query<Order>(lockSql, [orderId])
  return order!
}
