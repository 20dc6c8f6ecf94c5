import type { Loaded } from '@mikro-orm/core'
import type { Actor } from '../accounts/audit.ts'
import { noteRefund } from '../books/note-refund.ts'
import type { Needs } from '../needs.ts'
import type { Payment } from '../payments/payment.ts'
import { findOrder, type WholeOrder } from './find-order.ts'
import { Order } from './order.ts'

/**
 * Returns the payments of an order that the merchant has yet to refund: all if it is cancelled, otherwise all except
 * the one that paid it.
 */
export function listOwedPayments(order: Loaded<Order, 'invoices.payment'>): Payment[] {
  if (!order.refundDue) return []
  const kept = order.invoices.$.map(({ payment }) => payment).filter(payment => payment.kept() > 0)
  if (order.status === 'cancelled') return kept
  return kept.sort((one, other) => one.paidAt!.getTime() - other.paidAt!.getTime()).slice(1)
}

/** Returns the amount that the merchant still owes the customer of an order, in whole rupiah. */
export function computeOwedAmount(order: Loaded<Order, 'invoices.payment'>): number {
  return listOwedPayments(order).reduce((sum, payment) => sum + payment.kept(), 0)
}

export type OwingOrder = Loaded<Order, 'invoices.payment'>

/** Lists the newest orders of these accounts, in both modes, with a refund due, and their number. */
export async function listOwedRefunds(
  app: Needs<'em'>,
  accountIds: number[],
  limit: number,
): Promise<{ orders: OwingOrder[]; total: number }> {
  const em = app.em({ accountIds })
  const orderBy = { createdAt: 'desc', id: 'desc' } as const
  const orders = await em.find(
    Order,
    { refundDue: true },
    { populate: ['invoices.payment'], strategy: 'select-in', orderBy, limit },
  )
  return { orders, total: await em.count(Order, { refundDue: true }) }
}

/**
 * Records that the merchant refunded everything due for an order. Does nothing if no refund is due. Returns the updated
 * order. Refuses `not_found`.
 */
export async function noteOwedRefunds(
  app: Needs<'em' | 'transaction' | 'now' | 'reactions'>,
  accountId: number,
  orderNumber: string,
  by: Actor,
): Promise<WholeOrder> {
  const order = await findOrder(app, { accountId }, orderNumber)
  const { mode } = order
  for (const { invoiceId } of listOwedPayments(order)) await noteRefund(app, { accountId, mode }, invoiceId, by)
  return findOrder(app, { accountId }, orderNumber)
}
