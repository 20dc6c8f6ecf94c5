import type { Needs } from '../needs.ts'
import { freeGoods } from './order-goods.ts'

const batchMax = 500

/**
 * Gives back the goods of pending orders whose hold is over; they stay pending, and asking for a payment holds them again.
 * Returns how many orders.
 */
export async function freeIdleGoods(app: Needs<'sql' | 'transaction' | 'now'>): Promise<number> {
  return app.transaction('installation', async tx => {
    const idle = await tx.query<{ id: number }>(idleSql, [app.now(), batchMax])
    const ids = idle.map(order => order.id)
    if (ids.length === 0) return 0
    await freeGoods(tx, ids)
    await tx.write('update store_order set held_until = null where id = any ($1)', [ids])
    return ids.length
  })
}

const idleSql = `
  select id from store_order where held_until <= $1 order by id limit $2 for update skip locked`
