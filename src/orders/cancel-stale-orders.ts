import type { Needs } from '../needs.ts'
import { markOrdersCancelled } from './cancel-order.ts'
import { pendingS } from './order.ts'
import { sweepOrders } from './sweep-orders.ts'

const batchMax = 200

/** Cancels orders that nobody paid within a day of their last invoice, or of their placing. Returns how many. */
export function cancelStaleOrders(app: Needs<'em' | 'transaction' | 'now' | 'reactions'>): Promise<number> {
  const before = new Date(app.now().getTime() - pendingS * 1000)
  return sweepOrders(app, {
    due: { status: 'pending', pendingSince: { $lte: before } },
    limit: batchMax,
    move: (tx, stale) => markOrdersCancelled(app, tx, stale, { by: 'unpaid', notify: true }),
  })
}
