import { answerBillRefund } from './bills/answer-bill-refund.ts'
import { endBillParts } from './bills/end-bill-parts.ts'
import { payBills } from './bills/pay-bills.ts'
import type { PresentOutward } from './callbacks/endpoints/outward.ts'
import { planDeliveries } from './callbacks/endpoints/plan-deliveries.ts'
import { planCallbacks } from './callbacks/plan-callbacks.ts'
import type { Reactions } from './events/announce.ts'
import { tellCustomers } from './notices/tell-customers.ts'
import { tellMerchants } from './notices/tell-merchants.ts'
import { tellStars } from './notices/tell-stars.ts'
import { tellTransfers } from './notices/tell-transfers.ts'
import { tellUsers } from './notices/tell-users.ts'
import { answerRefund } from './orders/answer-refund.ts'
import { freeCoupons } from './orders/coupons/free-coupons.ts'
import { giveBackRewards } from './orders/coupons/give-back-rewards.ts'
import { rewardReferrals } from './orders/coupons/reward-referrals.ts'
import { takeBackRewards } from './orders/coupons/take-back-rewards.ts'
import { endInvoices } from './orders/end-invoices.ts'
import { payOrders } from './orders/pay-orders.ts'
import { wakePages } from './payments/wake-pages.ts'

/**
 * All consequences of events: read it as "when a payment is paid, callbacks are planned". Reactions write rows and
 * nothing else.
 */
export const reactions: Reactions = {
  'payment.paid': [payOrders, payBills, planCallbacks, tellMerchants.paymentPaid, wakePages],
  'payment.expired': [endInvoices, endBillParts, wakePages],
  'payment.cancelled': [endInvoices, endBillParts, wakePages],
  'payment.refunded': [answerRefund, answerBillRefund, tellTransfers.refunded],
  'transfer.in_review': [tellTransfers.inReview],
  'transfer.reviewed': [tellTransfers.reviewed, wakePages],
  'withdrawal.moved': [tellMerchants.withdrawalMoved],
  'callback.exhausted': [tellMerchants.callbackExhausted],
  'callback.endpoint_failing': [tellMerchants.callbackEndpointFailing],
  'callback.endpoint_disabled': [tellMerchants.callbackEndpointDisabled],
  'callback.test': [],
  // In production: its providers of test mode (`withTestMode`).
  'account.opened': [],
  'connection.failing': [tellMerchants.connectionFailing],
  'connection.recovered': [tellMerchants.connectionRecovered],
  'user.code_made': [tellUsers.codeMade],
  'user.signed_in': [tellUsers.signedIn],
  'key.created': [tellMerchants.keyCreated],
  'callback.address_changed': [tellMerchants.callbackAddressChanged],
  'stock.low': [tellMerchants.stockLow],
  'stock.changed': [],
  'customer.created': [],
  'endpoint.disabled': [tellMerchants.endpointDisabled],
  'order.placed': [tellMerchants.orderPlaced],
  'order.waiting_payment': [tellCustomers.waitingPayment, tellMerchants.orderMoved],
  'order.payment_ended': [tellCustomers.paymentEnded, tellMerchants.orderMoved],
  'order.paid': [rewardReferrals, tellCustomers.paid, tellMerchants.orderMoved, tellMerchants.orderPaid],
  'order.delivered': [tellCustomers.delivered],
  'order.paid_in_vain': [tellCustomers.paidInVain, tellMerchants.orderPaidInVain, tellMerchants.orderMoved],
  'order.processing': [tellCustomers.processing, tellMerchants.orderMoved, tellMerchants.orderProcessing],
  'order.shipped': [tellCustomers.shipped, tellMerchants.orderMoved],
  'order.completed': [tellCustomers.completed, tellMerchants.orderMoved],
  'order.undone': [giveBackRewards, tellCustomers.undone, tellMerchants.orderMoved],
  'referral.rewarded': [tellCustomers.rewarded],
  'stars.paid': [tellStars.paid],
  'stars.refund_due': [tellStars.refundDue],
  'stars.refunded': [tellStars.refunded],
  'order.reviewed': [tellMerchants.orderReviewed],
  'order.cancelled': [
    freeCoupons,
    takeBackRewards,
    tellCustomers.cancelled,
    tellMerchants.orderMoved,
    tellMerchants.orderCancelled,
  ],
}

/** The same, after each event was planned for the endpoints that want it, whatever its type. */
export function reactionsWith(present: PresentOutward): Reactions {
  return { ...reactions, every: [planDeliveries(present)] }
}
