import type { Loaded } from '@mikro-orm/core'
import type { Order } from './order.ts'

/** Returns whether an active order was paid by another invoice, so that further money for it has to be refunded. */
export function isPaidByAnother(order: Loaded<Order, 'invoices.payment'>, invoiceId: string): boolean {
  if (order.paidAt === null || order.status === 'cancelled') return false
  const payment = order.payment()
  // Cash pays an order without an invoice.
  return payment?.status !== 'paid' || payment.invoiceId !== invoiceId
}
