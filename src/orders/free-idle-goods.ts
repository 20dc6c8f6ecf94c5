import type { Needs } from '../needs.ts'
import { freeGoods, itemsOf } from './order-goods.ts'
import { sweepOrders } from './sweep-orders.ts'

const batchMax = 500

/**
 * Gives back the goods of pending orders whose hold is over; they stay pending, and asking for a payment holds them
 * again. Returns how many orders.
 */
export function freeIdleGoods(app: Needs<'em' | 'transaction' | 'now' | 'reactions'>): Promise<number> {
  const now = app.now()
  return sweepOrders(app, {
    due: { heldUntil: { $lte: now } },
    limit: batchMax,
    async move(tx, idle) {
      for (const order of idle) order.heldUntil = null
      await freeGoods(app, tx, await itemsOf(tx, idle), now)
    },
  })
}
