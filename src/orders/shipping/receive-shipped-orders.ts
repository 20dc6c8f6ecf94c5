import type { Needs } from '../../needs.ts'
import { sweepOrders } from '../sweep-orders.ts'
import { markOrdersReceived } from './receive-order.ts'

const batchMax = 200

/** Takes orders as received whose shop's days are over since they were shipped. Returns how many. */
export function receiveShippedOrders(app: Needs<'em' | 'transaction' | 'now' | 'reactions'>): Promise<number> {
  return sweepOrders(app, {
    due: { status: 'processing', receiveBy: { $lte: app.now() } },
    limit: batchMax,
    move: (tx, due) => markOrdersReceived(app, tx, due, 'time'),
  })
}
