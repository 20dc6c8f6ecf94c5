import { type FilterQuery, LockMode } from '@mikro-orm/core'
import type { Tx } from '../database/transaction.ts'
import type { Needs } from '../needs.ts'
import { Order } from './order.ts'

export interface OrderSweep {
  due: FilterQuery<Order>
  limit: number
  /** Changes orders of one account and mode, which are locked. */
  move(tx: Tx, orders: Order[]): Promise<unknown>
}

/**
 * Finds due orders of all accounts and changes them, each account and mode in its own scope. Orders that another
 * process is changing are left for the next sweep. Returns the number of orders changed.
 */
export async function sweepOrders(app: Needs<'em' | 'transaction'>, { due, limit, move }: OrderSweep): Promise<number> {
  const orderBy = { id: 'asc' } as const
  const found = await app.em('installation').find(Order, due, { orderBy, limit })
  const lockMode = LockMode.PESSIMISTIC_PARTIAL_WRITE
  let moved = 0
  for (const orders of Map.groupBy(found, ({ accountId, mode }) => `${accountId} ${mode}`).values()) {
    const { accountId, mode } = orders[0]!
    const still = { $and: [due, { id: { $in: orders.map(({ id }) => id) } }] }
    moved += await app.transaction({ accountId, mode }, async tx => {
      const locked = await tx.em.find(Order, still, { orderBy, lockMode })
      await move(tx, locked)
      return locked.length
    })
  }
  return moved
}
