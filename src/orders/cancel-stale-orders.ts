import type { Needs } from '../needs.ts'
import { markOrderCancelled } from './cancel-order.ts'
import { type Order, orderColumns, pendingS } from './order.ts'
import { freeGoods } from './order-goods.ts'

const batchMax = 200

/** Cancels orders that nobody paid within a day of their last invoice, or of their placing. Returns how many. */
export async function cancelStaleOrders(
  app: Needs<'sql' | 'transaction' | 'now' | 'reactions' | 'wake'>,
): Promise<number> {
  const before = new Date(app.now().getTime() - pendingS * 1000)
  const cancelled = await app.transaction('installation', async tx => {
    const stale = await tx.query<Order>(staleSql, [before, batchMax])
    // All at once, so that stock is locked in one order.
    await freeGoods(
      tx,
      stale.map(order => order.id),
    )
    for (const order of stale) await markOrderCancelled(app, tx, order, { by: 'unpaid', notify: true })
    return stale.length
  })
  if (cancelled > 0) app.wake.notify('notices')
  return cancelled
}

const staleSql = `
  select ${orderColumns()} from store_order where status = 'pending' and pending_since <= $1
  order by id limit $2 for update skip locked`
