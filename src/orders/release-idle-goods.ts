import type { Needs } from '../needs.ts'
import { readItems, releaseGoods } from './order-goods.ts'
import { sweepOrders } from './sweep-orders.ts'

const batchMax = 500

/**
 * Releases the goods of pending orders whose hold has expired; they stay pending, and a payment request reserves them
 * again. Returns the number of orders.
 */
export function releaseIdleGoods(app: Needs<'em' | 'transaction' | 'now' | 'reactions'>): Promise<number> {
  const now = app.now()
  return sweepOrders(app, {
    due: { heldUntil: { $lte: now } },
    limit: batchMax,
    async move(tx, idle) {
      for (const order of idle) order.heldUntil = null
      await releaseGoods(app, tx, await readItems(tx, idle), now)
    },
  })
}
