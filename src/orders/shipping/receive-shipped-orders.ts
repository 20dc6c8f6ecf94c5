import { LockMode } from '@mikro-orm/core'
import type { Needs } from '../../needs.ts'
import { Order } from '../order.ts'
import { markOrdersReceived } from './receive-order.ts'

const batchMax = 200

/** Takes orders as received whose shop's days are over since they were shipped. Returns how many. */
export async function receiveShippedOrders(app: Needs<'transaction' | 'now' | 'reactions'>): Promise<number> {
  return app.transaction('installation', async tx => {
    const due = await tx.em.find(
      Order,
      { status: 'processing', receiveBy: { $lte: app.now() } },
      { orderBy: { id: 'asc' }, limit: batchMax, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    )
    await markOrdersReceived(app, tx, due, 'time')
    return due.length
  })
}
