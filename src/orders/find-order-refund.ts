import type { Loaded } from '@mikro-orm/core'
import type { Order } from './order.ts'

/** The refunds of an order that its shop has recorded. */
export interface OrderRefund {
  /** The amount in whole rupiah, over all of its payments. */
  amount: number
  /** The time of the last record. */
  at: Date
}

/** Returns the refunds of an order's payments; null if there were not any. */
export function findOrderRefund({ invoices }: Loaded<Order, 'invoices.payment'>): OrderRefund | null {
  const refunded = invoices.$.map(({ payment }) => payment).filter(({ refundedAt }) => refundedAt !== null)
  if (refunded.length === 0) return null
  return {
    amount: refunded.reduce((sum, { refundedAmount }) => sum + refundedAmount!, 0),
    at: new Date(Math.max(...refunded.map(({ refundedAt }) => refundedAt!.getTime()))),
  }
}
