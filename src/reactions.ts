import { planCallbacks } from './callbacks/plan-callbacks.ts'
import type { Reactions } from './events/announce.ts'
import { endInvoices } from './orders/end-invoices.ts'
import { payOrders } from './orders/pay-orders.ts'

/** What happens when: read it as "when a payment is paid, callbacks are planned". Reactions write rows and nothing else. */
export const reactions: Reactions = {
  'payment.paid': [payOrders, planCallbacks],
  'payment.expired': [endInvoices],
  'payment.cancelled': [endInvoices],
  'transfer.in_review': [],
  'order.placed': [],
  'order.waiting_payment': [],
  'order.payment_ended': [],
  'order.paid': [],
  'order.delivered': [],
  'order.paid_in_vain': [],
  'order.processing': [],
  'order.completed': [],
  'order.cancelled': [],
}
