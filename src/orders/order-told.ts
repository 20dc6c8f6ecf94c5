import type { Mode } from '../database/scope.ts'
import type { CancelledBy, Order, OrderStatus } from './order.ts'

/**
 * What every event `order.*` tells. The subject is the order number, but for what can happen more than once: the invoice
 * id for `waiting_payment`, `payment_ended` and `paid_in_vain`, and `<order number> <n>` for `delivered`. Goods are not
 * in here: they are read when they are sent.
 */
export interface OrderTold {
  orderNumber: string
  token: string
  mode: Mode
  customerId: number
  customerName: string
  /** After the move. */
  status: OrderStatus
  total: number
}

/** `order.waiting_payment`: an invoice is open and its code is due. */
export interface OrderWaitingPayment extends OrderTold {
  invoiceId: string
}

/** `order.payment_ended`: an invoice of the order ended without money; `status` says what became of the order. */
export interface OrderPaymentEnded extends OrderTold {
  invoiceId: string
  ended: 'expired' | 'cancelled'
  /** `provider_unavailable` and `provider_refused` are nobody's wish: the customer may ask for a new code. */
  reason: 'expired' | 'customer' | 'merchant' | 'provider_unavailable' | 'provider_refused' | 'order_cancelled'
}

/** `order.paid`. */
export interface OrderPaid extends OrderTold {
  invoiceId: string
  paidAt: string
  paidAmount: number
  paidLate: boolean
  /** Whether somebody has to do something for it: goods that no machine delivers, or that ran out. */
  needsHands: boolean
}

/** `order.delivered`: goods that are sent in the chat are the customer's now. */
export interface OrderDelivered extends OrderTold {
  itemIds: number[]
}

/** `order.processing`; `isShort` when stock was gone after the payment. */
export interface OrderProcessing extends OrderTold {
  isShort: boolean
  notify: boolean
}

/** `order.completed`. */
export interface OrderCompleted extends OrderTold {
  by: 'delivery' | 'merchant'
  /** Whether the customer is to be told. */
  notify: boolean
}

/** `order.cancelled`. */
export interface OrderCancelled extends OrderTold {
  by: CancelledBy
  /** It had been paid: somebody owes the customer money. */
  refundDue: boolean
  notify: boolean
}

/** `order.paid_in_vain`: money for an order that was paid already, or cancelled. */
export interface OrderPaidInVain extends OrderTold {
  invoiceId: string
  paidAmount: number
  reason: 'paid_twice' | 'cancelled'
}

export function tellOrder(order: Order): OrderTold {
  return {
    orderNumber: order.orderNumber,
    token: order.token,
    mode: order.mode,
    customerId: order.customerId,
    customerName: order.customerName,
    status: order.status,
    total: order.total,
  }
}
