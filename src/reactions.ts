import { planCallbacks } from './callbacks/plan-callbacks.ts'
import { markModuleReactions, type ReactionsTo } from './events/announce.ts'
import type { CoreEventPayloads } from './events/payloads.ts'
import { notifyCustomers } from './notices/notify-customers.ts'
import { notifyMerchants } from './notices/notify-merchants.ts'
import { createFavouriteWishes } from './notices/notify-of-restocks.ts'
import { notifyOfTransfers } from './notices/notify-of-transfers.ts'
import { notifyUsers } from './notices/notify-users.ts'
import { answerRefund } from './orders/answer-refund.ts'
import { endInvoices } from './orders/end-invoices.ts'
import { payOrders } from './orders/pay-orders.ts'
import { wakePages } from './payments/wake-pages.ts'

/**
 * All consequences of the core's events, such as: when a payment is paid, callbacks are planned. Reactions only write
 * rows.
 */
export const reactions: ReactionsTo<keyof CoreEventPayloads> = {
  'payment.paid': [payOrders, markModuleReactions, planCallbacks, notifyMerchants.paymentPaid, wakePages],
  'payment.expired': [endInvoices, markModuleReactions, wakePages],
  'payment.cancelled': [endInvoices, markModuleReactions, wakePages],
  'payment.refunded': [answerRefund, markModuleReactions, notifyOfTransfers.refunded],
  'transfer.in_review': [notifyOfTransfers.inReview],
  'transfer.reviewed': [notifyOfTransfers.reviewed, wakePages],
  'withdrawal.moved': [notifyMerchants.withdrawalMoved],
  'callback.exhausted': [notifyMerchants.callbackExhausted],
  'callback.endpoint_failing': [notifyMerchants.callbackEndpointFailing],
  'callback.endpoint_disabled': [notifyMerchants.callbackEndpointDisabled],
  'callback.test': [],
  // In production it opens test-mode connections (`addTestMode`).
  'account.opened': [],
  'connection.failing': [notifyMerchants.connectionFailing],
  'connection.recovered': [notifyMerchants.connectionRecovered],
  'connection.phone_trouble': [notifyMerchants.phoneTrouble],
  'connection.unread_flood': [notifyMerchants.connectionFlooded],
  'user.code_made': [notifyUsers.codeMade],
  'user.signed_in': [notifyUsers.signedIn],
  'key.created': [notifyMerchants.keyCreated],
  'callback.address_changed': [notifyMerchants.callbackAddressChanged],
  'stock.low': [notifyMerchants.stockLow],
  'stock.changed': [createFavouriteWishes],
  'customer.created': [],
  'order.placed': [notifyMerchants.orderPlaced],
  'order.waiting_payment': [notifyCustomers.waitingPayment, notifyMerchants.orderMoved],
  'order.payment_ended': [notifyCustomers.paymentEnded, notifyMerchants.orderMoved],
  'order.paid': [notifyCustomers.paid, notifyCustomers.others, notifyMerchants.orderMoved, notifyMerchants.orderPaid],
  'order.delivered': [notifyCustomers.delivered],
  'order.paid_in_vain': [
    notifyCustomers.paidInVain,
    notifyMerchants.orderPaidInVain,
    notifyMerchants.refundOwed,
    notifyMerchants.orderMoved,
  ],
  'order.processing': [notifyCustomers.processing, notifyMerchants.orderMoved, notifyMerchants.orderProcessing],
  'order.ready': [],
  'order.shipped': [notifyCustomers.shipped, notifyMerchants.orderMoved],
  'order.completed': [notifyCustomers.completed, notifyMerchants.orderMoved],
  'order.undone': [notifyCustomers.undone, notifyMerchants.orderMoved],
  'order.reviewed': [notifyMerchants.orderReviewed],
  'order.cancelled': [
    notifyCustomers.cancelled,
    notifyCustomers.others,
    notifyMerchants.orderMoved,
    notifyMerchants.orderCancelled,
    notifyMerchants.refundOwed,
  ],
}
