import type { Needs } from '../../needs.ts'
import { sweepOrders } from '../sweep-orders.ts'
import { markOrdersReceived } from './receive-order.ts'

const batchMax = 200

/** Marks orders as received whose shop's waiting time since shipping is over. Returns their number. */
export function receiveShippedOrders(app: Needs<'em' | 'transaction' | 'now' | 'reactions'>): Promise<number> {
  return sweepOrders(app, {
    due: { status: 'processing', receiveBy: { $lte: app.now() } },
    limit: batchMax,
    move: (tx, due) => markOrdersReceived(app, tx, due, 'time'),
  })
}
