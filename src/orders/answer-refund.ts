import type { Tx } from '../database/transaction.ts'
import type { Event } from '../events/announce.ts'
import { type Order, OrderInvoice } from './order.ts'
import { invoicesOf, lockOrder } from './order-goods.ts'

/** The reaction to `payment.refunded`: the order's refund mark goes once everything that is owed was given back. */
export async function answerRefund(tx: Tx, events: Event<'payment.refunded'>[]): Promise<void> {
  const ids = events.map(({ payload }) => payload.invoiceId)
  for (const { orderId } of await invoicesOf(tx, ids)) {
    const order = await lockOrder(tx, orderId)
    if (order.refundDue) order.refundDue = await owesRefund(tx, order)
  }
  await tx.em.flush()
}

/**
 * Whether money for this order is still to be given back: all of it where the order is cancelled, else what was paid a
 * second time.
 */
export async function owesRefund(tx: Tx, order: Order): Promise<boolean> {
  return (await countKept(tx, order)) > (order.status === 'cancelled' ? 0 : 1)
}

/** How many of its payments were paid and not given back. */
export async function countKept({ em }: Tx, { id }: Pick<Order, 'id'>): Promise<number> {
  return em.count(OrderInvoice, { order: id, payment: { status: 'paid', refundedAt: null } })
}
