import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../database/transaction.ts'
import { notFound, Refusal } from '../lib/refusal.ts'
import { Order } from './order.ts'
import { lockCustomer } from './place-order.ts'

interface Owner {
  accountId: number
  customerId: number
}

/**
 * Returns the customer's order if it is not being paid; locks the customer first, as everything that counts their
 * orders does.
 */
export async function lockPending(tx: Tx, { accountId, customerId }: Owner, token: string): Promise<Order> {
  await lockCustomer(tx, accountId, customerId)
  const order = await tx.em.findOne(Order, { token, customer: customerId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!order) throw notFound('order')
  if (order.status !== 'pending') throw new Refusal('refused_transition', 'The order cannot be changed any more')
  return order
}
