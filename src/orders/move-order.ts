import type { Tx } from '../database/transaction.ts'
import { Order, type OrderStatus } from './order.ts'

/**
 * Moves an order that is locked, in the scope of the installation, and returns it as it is now. It cannot have left these
 * states since its lock; if it did, the transaction must not commit.
 */
export async function moveOrder(
  tx: Tx,
  order: Order,
  from: OrderStatus[],
  changes: Partial<
    Pick<Order, 'status' | 'cancelledBy' | 'cancelledAt' | 'completedAt' | 'heldUntil' | 'refundDue' | 'sellerNote'>
  >,
): Promise<Order> {
  const moved = await tx.em.nativeUpdate(Order, { id: order.id, status: from }, changes)
  if (moved !== 1) throw new Error(`Bug: the order ${order.orderNumber} moved although it was locked`)
  return Object.assign(order, changes)
}
