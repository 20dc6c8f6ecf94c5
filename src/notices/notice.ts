/**
 * What the service may owe somebody in a chat, and what each notice says of it. Ids and facts only: the words are made
 * when it is sent (`bot/notices/<kind>`), in the language of whoever reads it.
 */
export interface NoticeData {
  /** To the customer: the code of an order's payment as a photo. Waits until there is one; nothing when no longer pending. */
  'order.code': { orderNumber: string; invoiceId: string }
  /** To the customer: turns the message of the code into what became of its payment. */
  'order.code_ended': {
    orderNumber: string
    invoiceId: string
    status: 'paid' | 'expired' | 'cancelled'
    reason: string | null
  }
  /** To the customer: the receipt of an order that somebody works on now, as a new message. */
  'order.receipt': { orderNumber: string; invoiceId: string }
  /** To the customer: these goods and the receipt, as a new message. */
  'order.goods': { orderNumber: string; itemIds: number[] }
  /** To the customer: the merchant has taken it in hand; `isShort`: stock was gone after the payment, which is an apology. */
  'order.processing': { orderNumber: string; isShort: boolean }
  'order.completed': { orderNumber: string }
  /** `isRefundDue` when it had been paid. */
  'order.cancelled': { orderNumber: string; by: string; isRefundDue: boolean }
  /** To the customer: money came that the merchant has to look at (late, twice, after a cancellation). */
  'order.money_in_review': { orderNumber: string; invoiceId: string; reason: ReviewReason; amount: number }
  /** To whoever pressed or wrote something that kept failing. */
  'update.failed': { reference: string }
  /** To the merchant. */
  'merchant.order_new': { orderNumber: string }
  'merchant.order_paid': { orderNumber: string; invoiceId: string; paidLate: boolean; needsHands: boolean }
  /** Paid, and stock is gone. */
  'merchant.order_short': { orderNumber: string }
  'merchant.order_cancelled': { orderNumber: string; by: string; isRefundDue: boolean }
  'merchant.order_paid_in_vain': { orderNumber: string; invoiceId: string; amount: number; reason: ReviewReason }
  /** A payment that is no order's. `paidAt` is ISO 8601. */
  'merchant.payment_paid': {
    invoiceId: string
    amount: number
    paidVia: string
    paidAt: string
    customerName: string | null
    description: string | null
    isTest: boolean
    paidLate: boolean
  }
  'merchant.transfer_in_review': {
    reason: ReviewReason
    invoiceId: string | null
    orderNumber: string | null
    amount: number
    payerName: string | null
    occurredAt: string | null
  }
  'merchant.callback_exhausted': { invoiceId: string; url: string; error: string | null }
  /** Five days of nothing but failures. `failingSince` is ISO 8601. */
  'merchant.callback_endpoint_disabled': { origin: string; failingSince: string }
  'merchant.bot_revoked': { username: string }
  /** To the merchant whose it is, and to the operator. */
  'merchant.connection_failing': { connector: string; label: string; accountName: string; error: string | null }
  'merchant.connection_recovered': { connector: string; label: string; accountName: string }
  'merchant.customer_blocked': { orderNumber: string; customerName: string }
}

export type ReviewReason = 'unmatched' | 'late' | 'cancelled' | 'paid_twice'
export type NoticeKind = keyof NoticeData

/** Kinds that an account may switch off; the others are owed whatever anybody prefers. */
export const switchableKinds = [
  'merchant.order_new',
  'merchant.order_paid',
  'merchant.payment_paid',
  'merchant.order_cancelled',
  'merchant.order_paid_in_vain',
  'merchant.transfer_in_review',
  'merchant.callback_exhausted',
  'merchant.customer_blocked',
] as const satisfies NoticeKind[]
