import type { Needs } from '../needs.ts'
import { markOrdersCancelled } from './cancel-order.ts'
import { pendingPeriodS } from './order.ts'
import { sweepOrders } from './sweep-orders.ts'

const batchMax = 200

/**
 * Cancels orders that stay unpaid for a day after their last invoice, or after they were placed. Returns the number of
 * orders cancelled.
 */
export function cancelStaleOrders(app: Needs<'em' | 'transaction' | 'now' | 'reactions'>): Promise<number> {
  const before = new Date(app.now().getTime() - pendingPeriodS * 1000)
  return sweepOrders(app, {
    due: { status: 'pending', pendingSince: { $lte: before } },
    limit: batchMax,
    move: (tx, stale) => markOrdersCancelled(app, tx, stale, { by: 'unpaid', notify: true }),
  })
}
