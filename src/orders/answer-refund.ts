import type { Tx } from '../database/transaction.ts'
import type { Event } from '../events/announce.ts'
import { type Order, OrderInvoice } from './order.ts'
import { lockOrder, readInvoices } from './order-goods.ts'

/**
 * Reacts to `payment.refunded`: clears the order's refund mark once everything due was refunded, and sets it again when
 * that is corrected.
 */
export async function answerRefund(tx: Tx, events: Event<'payment.refunded'>[]): Promise<void> {
  const ids = events.map(({ payload }) => payload.invoiceId)
  const corrected = new Set(events.flatMap(({ payload }) => (payload.amount < 0 ? [payload.invoiceId] : [])))
  for (const { orderId, invoiceId } of await readInvoices(tx, ids)) {
    const order = await lockOrder(tx, orderId)
    if (order.refundDue || corrected.has(invoiceId)) order.refundDue = await owesRefund(tx, order)
  }
  await tx.em.flush()
}

/**
 * Returns whether money for this order must still be refunded: all of it if the order is cancelled, otherwise second
 * payments.
 */
export async function owesRefund(tx: Tx, order: Order): Promise<boolean> {
  return (await countKeptPayments(tx, order)) > (order.status === 'cancelled' ? 0 : 1)
}

/** Returns the number of its payments that were paid and not fully refunded. */
export async function countKeptPayments({ em }: Tx, { id }: Pick<Order, 'id'>): Promise<number> {
  const paid = await em.find(OrderInvoice, { order: id, payment: { status: 'paid' } }, { populate: ['payment'] })
  return paid.filter(({ payment }) => payment.kept() > 0).length
}
