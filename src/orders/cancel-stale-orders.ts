import { LockMode } from '@mikro-orm/core'
import type { Needs } from '../needs.ts'
import { markOrdersCancelled } from './cancel-order.ts'
import { Order, pendingS } from './order.ts'

const batchMax = 200

/** Cancels orders that nobody paid within a day of their last invoice, or of their placing. Returns how many. */
export async function cancelStaleOrders(app: Needs<'sql' | 'transaction' | 'now' | 'reactions'>): Promise<number> {
  const before = new Date(app.now().getTime() - pendingS * 1000)
  return app.transaction('installation', async tx => {
    const stale = await tx.em.find(
      Order,
      { status: 'pending', pendingSince: { $lte: before } },
      { orderBy: { id: 'asc' }, limit: batchMax, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    )
    await markOrdersCancelled(app, tx, stale, { by: 'unpaid', notify: true })
    return stale.length
  })
}
