import type { RefundLine } from '../../books/refund.ts'
import { countedStockModes } from '../../catalog/product.ts'
import { holdStock, releaseStock, sellStock, takeBackStock } from '../../catalog/stock/move-stock.ts'
import type { Tx } from '../../database/transaction.ts'
import { refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { Order, OrderItem } from '../../orders/order.ts'
import { announceOrdered } from '../../orders/order-goods.ts'

/** A locked order with its items. */
export interface RefundedOrder {
  order: Order
  items: OrderItem[]
}

/** Returns how many units of a line can still be returned to stock: counted goods of an order that keeps them. */
export function countRestockable({ status }: Pick<Order, 'status'>, item: OrderItem): number {
  if (status === 'cancelled' || item.stockState !== 'sold' || !countedStockModes.has(item.stockMode)) return 0
  return item.quantity - item.restocked
}

/**
 * Returns units of a locked order to stock: those of the lines, or everything that remains. Returns the units that went
 * back. Refuses `invalid_request` if nothing can.
 */
export async function restockRefunded(
  app: Needs<'now' | 'reactions'>,
  tx: Tx,
  refunded: RefundedOrder | null,
  lines: RefundLine[] | null,
): Promise<RefundLine[]> {
  if (!refunded) throw refuseField('restock', 'is not possible: the payment is not for goods', 'not_allowed')
  const { order, items } = refunded
  const quantityOf = (item: OrderItem) => {
    const left = countRestockable(order, item)
    if (!lines) return left
    return Math.min(left, lines.find(({ itemId }) => itemId === item.id)?.quantity ?? 0)
  }
  const back = items.filter(item => quantityOf(item) > 0)
  if (back.length === 0) throw refuseField('restock', 'is not possible: no counted goods can go back', 'not_allowed')
  await takeBackStock(
    tx,
    back.map(item => ({ ...lineOf(item), quantity: quantityOf(item) })),
  )
  const restocked = back.map(item => ({ itemId: item.id, quantity: quantityOf(item) }))
  countRestocked(items, restocked, 1)
  await tx.em.flush()
  await announceOrdered(app, tx, back, app.now())
  return restocked
}

/**
 * Removes units that a failed refund had returned to stock: all of them or none. Returns false if some of them were
 * sold or are gone, or the order no longer has them.
 */
export async function removeRestocked(
  app: Needs<'now' | 'reactions'>,
  tx: Tx,
  { order, items }: RefundedOrder,
  restocked: RefundLine[],
): Promise<boolean> {
  const moved = restocked.flatMap(({ itemId, quantity }) => {
    const item = items.find(({ id }) => id === itemId)
    const isHere = item && order.status !== 'cancelled' && item.stockState === 'sold' && item.restocked >= quantity
    return isHere ? [{ item, line: { ...lineOf(item), quantity } }] : []
  })
  if (moved.length < restocked.length) return false
  const lines = moved.map(({ line }) => line)
  const short = await holdStock(tx, lines)
  if (short.length > 0) {
    const held = lines.filter(line => !short.includes(line))
    await releaseStock(tx, held)
    return false
  }
  await sellStock(tx, lines)
  countRestocked(items, restocked, -1)
  await tx.em.flush()
  const taken = moved.map(({ item }) => item)
  await announceOrdered(app, tx, taken, app.now())
  return true
}

function countRestocked(items: OrderItem[], restocked: RefundLine[], sign: 1 | -1): void {
  for (const { itemId, quantity } of restocked) items.find(({ id }) => id === itemId)!.restocked += sign * quantity
}

const lineOf = ({ id, mode, variant, stockMode }: OrderItem) => ({ id, mode, variant, stockMode })
