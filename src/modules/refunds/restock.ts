import type { RefundLine } from '../../books/refund.ts'
import { keptByNumber } from '../../catalog/product.ts'
import { takeBackStock } from '../../catalog/stock/move-stock.ts'
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

/** How many units of a line can still go back into stock: goods that are counted, of an order that keeps them. */
export function restockable({ status }: Pick<Order, 'status'>, item: OrderItem): number {
  if (status === 'cancelled' || item.stockState !== 'sold' || !keptByNumber.has(item.stockMode)) return 0
  return item.quantity - item.restocked
}

/**
 * Puts units of a locked order back into stock: those of the lines, or everything that is left. Refuses
 * `invalid_request` if nothing can go back.
 */
export async function restock(
  app: Needs<'now' | 'reactions'>,
  tx: Tx,
  refunded: RefundedOrder | null,
  lines: RefundLine[] | null,
): Promise<void> {
  if (!refunded) throw refuseField('restock', 'is not possible: the payment is not for goods', 'not_allowed')
  const { order, items } = refunded
  const quantityOf = (item: OrderItem) => {
    const left = restockable(order, item)
    if (!lines) return left
    return Math.min(left, lines.find(({ itemId }) => itemId === item.id)?.quantity ?? 0)
  }
  const back = items.filter(item => quantityOf(item) > 0)
  if (back.length === 0) throw refuseField('restock', 'is not possible: no counted goods can go back', 'not_allowed')
  await takeBackStock(
    tx,
    back.map(item => {
      const { id, mode, variant, stockMode } = item
      return { id, mode, variant, stockMode, quantity: quantityOf(item) }
    }),
  )
  for (const item of back) item.restocked += quantityOf(item)
  await tx.em.flush()
  await announceOrdered(app, tx, back, app.now())
}
