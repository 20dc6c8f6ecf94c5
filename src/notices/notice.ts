/**
 * What the service may owe somebody in a chat, and what each notice says of it. Ids and facts only: the words are made
 * when it is sent (`bot/notices/<kind>`), in the language of whoever reads it.
 */
export interface NoticeData {
  /** To the customer: the code of an order's payment as a photo. Waits until there is one; nothing when no longer pending. */
  'order.code': { orderNumber: string; invoiceId: string }
  /** To the customer: turns the message of the code into what became of its payment. */
  'order.code_ended': { orderNumber: string; invoiceId: string; status: 'paid' | 'expired' | 'cancelled' }
  /** To the customer: the goods and the receipt, as a new message. */
  'order.goods': { orderNumber: string }
  /** To the customer: paid, and made or sent by hand now; `isShort` when stock was gone after the payment. */
  'order.processing': { orderNumber: string; isShort: boolean }
  'order.completed': { orderNumber: string }
  /** `isRefundDue` when it had been paid. */
  'order.cancelled': { orderNumber: string; isRefundDue: boolean }
  /** To the customer: money came that the merchant has to look at (late, twice, after a cancellation). */
  'order.money_in_review': { orderNumber: string; invoiceId: string; reason: ReviewReason; amount: number }
  /** To whoever pressed or wrote something that kept failing. */
  'update.failed': { reference: string }
  /** To the merchant. */
  'merchant.linked': { accountName: string }
  'merchant.order_new': { orderNumber: string }
  'merchant.order_paid': { orderNumber: string; invoiceId: string }
  'merchant.order_short': { orderNumber: string }
  'merchant.order_cancelled': { orderNumber: string; isRefundDue: boolean; by: string }
  /** A payment that is no order's. */
  'merchant.payment_paid': {
    invoiceId: string
    amount: number
    paidVia: string
    paidAt: string
    customerName: string | null
    isTest: boolean
    paidLate: boolean
  }
  'merchant.transfer_in_review': {
    transferId: number
    reason: ReviewReason
    invoiceId: string | null
    amount: number
    payerName: string | null
    occurredAt: string | null
  }
  'merchant.callback_exhausted': { invoiceId: string; url: string; error: string | null }
  'merchant.bot_revoked': { username: string }
  'merchant.customer_blocked': { orderNumber: string | null; customerName: string }
}

export type ReviewReason = 'unmatched' | 'late' | 'cancelled' | 'paid_twice'
export type NoticeKind = keyof NoticeData

/** Kinds that an account may switch off; the others are owed whatever anybody prefers. */
export const switchableKinds = [
  'merchant.order_new',
  'merchant.order_paid',
  'merchant.payment_paid',
  'merchant.order_cancelled',
  'merchant.transfer_in_review',
  'merchant.callback_exhausted',
  'merchant.customer_blocked',
] as const satisfies NoticeKind[]
