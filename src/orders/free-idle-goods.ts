import { LockMode } from '@mikro-orm/core'
import type { Needs } from '../needs.ts'
import { Order } from './order.ts'
import { freeGoods, itemsOf } from './order-goods.ts'

const batchMax = 500

/**
 * Gives back the goods of pending orders whose hold is over; they stay pending, and asking for a payment holds them
 * again. Returns how many orders.
 */
export async function freeIdleGoods(app: Needs<'sql' | 'transaction' | 'now' | 'reactions'>): Promise<number> {
  const now = app.now()
  return app.transaction('installation', async tx => {
    const idle = await tx.em.find(
      Order,
      { heldUntil: { $lte: now } },
      { orderBy: { id: 'asc' }, limit: batchMax, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    )
    for (const order of idle) order.heldUntil = null
    await freeGoods(app, tx, await itemsOf(tx, idle), now)
    return idle.length
  })
}
