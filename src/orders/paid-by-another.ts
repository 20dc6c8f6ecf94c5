import type { Loaded } from '@mikro-orm/core'
import type { Order } from './order.ts'

/** Whether an order that goes on was paid, and not by this invoice: more money for it has to be returned. */
export function isPaidByAnother(order: Loaded<Order, 'invoices.payment'>, invoiceId: string): boolean {
  if (order.paidAt === null || order.status === 'cancelled') return false
  const payment = order.payment()
  // Cash pays an order without an invoice.
  return payment?.status !== 'paid' || payment.invoiceId !== invoiceId
}
