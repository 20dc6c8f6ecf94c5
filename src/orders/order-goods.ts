import { holdStock, releaseStock } from '../catalog/move-stock.ts'
import type { Tx } from '../database/transaction.ts'
import { Order, OrderItem } from './order.ts'
import { invoicesSql, itemsSql, lockSql } from './order-goods-sql.ts'

/** Which orders these invoices are of, in the order of their locks. */
export async function invoicesOf(tx: Tx, ids: string[]): Promise<{ invoiceId: string; orderId: number }[]> {
  const rows = await tx.query<{ invoice_id: string; order_id: number }>(invoicesSql, [ids])
  return rows.map(row => ({ invoiceId: row.invoice_id, orderId: row.order_id }))
}

/** Locks one order and returns it as it is now: payments and holds are locked before it, stock after it. */
export async function lockOrder(tx: Tx, orderId: number): Promise<Order> {
  const [row] = await tx.query(lockSql, [orderId])
  return tx.em.map(Order, row!)
}

/** The items of orders that are locked or new. */
export async function itemsOf(tx: Tx, orders: Order[]): Promise<OrderItem[]> {
  const rows = await tx.query(itemsSql, [orders.map(({ id }) => id)])
  return rows.map(row => tx.em.map(OrderItem, row))
}

/** free -> held. Returns what could not be held: nothing, or there is not enough. */
export async function holdGoods(tx: Tx, items: OrderItem[]): Promise<OrderItem[]> {
  const free = items.filter(item => item.stockState === 'free')
  const short = await holdStock(tx, free)
  for (const item of free) if (!short.includes(item)) item.stockState = 'held'
  return short
}

/** held -> free. */
export async function freeGoods(tx: Tx, items: OrderItem[]): Promise<void> {
  const held = items.filter(item => item.stockState === 'held')
  await releaseStock(tx, held)
  for (const item of held) item.stockState = 'free'
}
