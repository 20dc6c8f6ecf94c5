import type { AccountOpened, CallbackAddressChanged, CodeMade, KeyCreated, NewSignIn } from './account-payloads.ts'
import type { CallbackExhausted, FailingEndpoint, PhoneTroubled } from './receiver-payloads.ts'

/**
 * The payload of each event type of the core. `payment.created` is missing: it is written by the statement that creates
 * the payment, and has no reactions.
 */
export interface CoreEventPayloads {
  /** `from` is the previous status: `expired` for late money. */
  'payment.paid': PaymentPaid & { from: 'pending' | 'expired' }
  'payment.expired': { mode: 'live' | 'test' }
  'payment.cancelled': PaymentCancelled
  'payment.refunded': PaymentRefunded
  'transfer.in_review': TransferInReview
  'transfer.reviewed': TransferReviewed
  'withdrawal.moved': WithdrawalMoved
  'connection.failing': ConnectionHealth
  'connection.recovered': ConnectionHealth
  'connection.unread_flood': UnreadFlood
  'connection.phone_trouble': PhoneTroubled
  'callback.exhausted': CallbackExhausted
  'callback.endpoint_failing': FailingEndpoint
  'callback.endpoint_disabled': FailingEndpoint
  /** The payload of a payment, for an invented one. */
  'callback.test': PaymentPaid
  'account.opened': AccountOpened
  'user.code_made': CodeMade
  'user.signed_in': NewSignIn
  'key.created': KeyCreated
  'callback.address_changed': CallbackAddressChanged
  'stock.low': StockLow
  'stock.changed': StockChanged
  'customer.created': CustomerCreated
  'order.placed': OrderPayload
  'order.waiting_payment': OrderWaitingPayment
  'order.payment_ended': OrderPaymentEnded
  'order.paid': OrderPaid
  'order.delivered': OrderDelivered
  'order.paid_in_vain': OrderPaidInVain
  'order.processing': OrderProcessing
  /** A paid order can be picked up, or is brought to its table. */
  'order.ready': OrderPayload
  'order.shipped': OrderShipped
  'order.completed': OrderCompleted
  'order.cancelled': OrderCancelled
  'order.reviewed': OrderReviewed
  'order.undone': OrderUndone
}

/** The payload of each type of event. A module adds its own with `declare module`. */
export interface EventPayloads extends CoreEventPayloads {}

export type EventType = keyof EventPayloads

/** The events of a payment; `payment.created` is written by the statement that creates it. */
export type PaymentEventType = Extract<EventType, `payment.${string}`> | 'payment.created'

/** `payment.paid`: all facts that reactions and callbacks need. Times are ISO 8601. */
export interface PaymentPaid {
  invoiceId: string
  mode: 'live' | 'test'
  paymentMethod: string
  paidVia: string
  amount: number
  uniqueCode: number
  finalAmount: number
  paidAmount: number
  paidAt: string
  /** Null if a person confirmed it by hand, without money being seen. */
  paidReffNum: string | null
  paidLate: boolean
  payerName: string | null
  payerApp: string | null
  customerName: string | null
  customerEmail: string | null
  customerPhone: string | null
  description: string | null
  callbackUrl: string | null
  redirectUrl: string | null
  /** The merchant's own id and texts. */
  reference: string | null
  metadata: Record<string, string>
  hasFile: boolean
  hasContent: boolean
}

/** The payload of `payment.cancelled`. */
export interface PaymentCancelled {
  mode: 'live' | 'test'
  reason: Exclude<OrderPaymentEnded['reason'], 'expired'>
  /** Whether its order was cancelled without notifying the customer. */
  isQuiet?: boolean
}

/** `payment.refunded`: money of it was returned, or an earlier refund was corrected. */
export interface PaymentRefunded {
  invoiceId: string
  mode: 'live' | 'test'
  /** The amount in whole rupiah; negative for a correction. */
  amount: number
  /** The public id of the refund, and its reason; absent in events of version 1.1. */
  refund?: string
  reason?: string | null
}

/** `transfer.in_review`: money that does not settle a payment automatically. `occurredAt` is ISO 8601. */
export interface TransferInReview {
  mode: 'live' | 'test'
  reason: 'unmatched' | 'early' | 'late' | 'inexact' | 'ambiguous' | 'cancelled' | 'paid_twice' | 'unproved'
  invoiceId: string | null
  /** The payment that the money is probably for, if it belongs to none. */
  likelyInvoiceId: string | null
  amount: number
  reference: string
  occurredAt: string | null
  payerName: string | null
}

/** `transfer.reviewed`: a person, or the account's rule, decided about it. */
export interface TransferReviewed {
  mode: 'live' | 'test'
  transferId: number
  outcome: 'accepted' | 'refunded' | 'ignored'
  /** The payment that it settled or was meant for. */
  invoiceId: string | null
  amount: number
  by: string
  note: string | null
}

/** `withdrawal.moved`: it was requested, or the operator changed its status. */
export interface WithdrawalMoved {
  mode: 'live' | 'test'
  withdrawalId: string
  status: 'requested' | 'approved' | 'sent' | 'rejected' | 'failed'
  amount: number
  bank: string
  /** The last digits of the bank account number. */
  number: string
  /** The earliest time of its approval, in ISO 8601; null if it need not wait. */
  waitsUntil: string | null
  note: string | null
  /** The person who did it. */
  by: string
}

/**
 * `connection.failing`, `connection.recovered`: a provider refuses the credentials of a connection, or accepts them
 * again.
 */
export interface ConnectionHealth {
  connectionId: number
  connector: string
  label: string
  accountName: string
  mode: 'live' | 'test'
  /** The kind of failure, and the provider's message about it; null once it works again. */
  reason: string | null
  error: string | null
}

/** `connection.unread_flood`: a phone forwards more unreadable notifications than are stored with their text. */
export interface UnreadFlood {
  connectionId: number
  connector: string
  label: string
  accountName: string
  mode: 'live' | 'test'
  /** The number per hour that are stored with their text. */
  perHour: number
}

/** `stock.low`: the stock of a variant fell to its seller's threshold. */
export interface StockLow {
  variantId: number
  /** The public id of the product. */
  productId: string
  /** The name of the product and variant. */
  name: string
  available: number
  /** The mode of the stock that is low; the other mode has its own stock. */
  mode: 'live' | 'test'
}

/** `stock.changed`: the available quantity of a variant in one mode has changed. */
export interface StockChanged {
  variantId: number
  mode: 'live' | 'test'
  /** How often it has changed. */
  sequence: number
  /**
   * The reason of the change. `order`: it was ordered, or released. `told`: reported by the seller's server. `lost`:
   * that server did not hand it out.
   */
  cause: 'order' | 'restock' | 'told' | 'import' | 'lost'
}

/** `customer.created`: a person wrote to a shop's bot for the first time. */
export interface CustomerCreated {
  /** The mode of the bot. */
  mode: 'live' | 'test'
  customerId: number
}

type OrderStatus = 'pending' | 'waiting_payment' | 'paid' | 'processing' | 'completed' | 'cancelled'

/**
 * The facts in every event `order.*`. The subject is the order number, except for repeatable events: the invoice id
 * for `waiting_payment`, `payment_ended` and `paid_in_vain`, and `<order number> <n>` for `delivered` and `ready`.
 * Goods are not included: they are read when they are sent.
 */
export interface OrderPayload {
  orderNumber: string
  token: string
  mode: 'live' | 'test'
  customerId: number
  customerName: string
  /** The status after the change. */
  status: OrderStatus
  total: number
  /** The channel of the order; missing in events before 1.1.0, whose orders are from a chat. */
  door?: 'chat' | 'counter' | 'menu' | 'bill'
}

/** `order.waiting_payment`: an invoice is open and its code is due. */
interface OrderWaitingPayment extends OrderPayload {
  invoiceId: string
  /** When the invoice expires, in ISO 8601. */
  expiresAt: string
}

/** `order.payment_ended`: an invoice of the order ended without money; `status` is the order's new status. */
export interface OrderPaymentEnded extends OrderPayload {
  invoiceId: string
  ended: 'expired' | 'cancelled'
  /** After `provider_unavailable` and `provider_refused` the customer may ask for a new code. */
  reason: 'expired' | 'customer' | 'merchant' | 'provider_unavailable' | 'provider_refused' | 'order_cancelled'
  /** Whether the order was cancelled without notifying the customer. */
  isQuiet?: boolean
}

/** The payload of `order.paid`. */
export interface OrderPaid extends OrderPayload {
  /** The invoice; null if it was paid in cash. */
  invoiceId: string | null
  paidAt: string
  paidAmount: number
  paidLate: boolean
  /** Whether the merchant has to do something: goods that are not delivered in the chat, or that ran out. */
  needsHands: boolean
  /** Whether only the seller's server still has to act, because it is asked for the goods. */
  isOrdered: boolean
}

/** `order.delivered`: the customer now owns the goods that are sent in the chat. */
export interface OrderDelivered extends OrderPayload {
  itemIds: number[]
}

/** `order.processing`; `isShort` if the stock ran out after the payment. */
export interface OrderProcessing extends OrderPayload {
  isShort: boolean
  /** Why the seller's server handed out nothing, if it was asked. */
  why?: string
  notify: boolean
}

/** `order.shipped`: handed to a courier; the status remains `processing`. Repeated when the merchant corrects it. */
export interface OrderShipped extends OrderPayload {
  /** The id of a courier (couriers.ts). */
  courier: string
  trackingNumber: string | null
  trackingUrl: string | null
  notify: boolean
}

/** The payload of `order.completed`. */
export interface OrderCompleted extends OrderPayload {
  /** `customer`: the customer confirmed the arrival; `time`: the shop's number of days since shipping has passed. */
  by: 'delivery' | 'merchant' | 'customer' | 'time'
  /** Whether the customer receives a message. */
  notify: boolean
}

/** The payload of `order.cancelled`. */
export interface OrderCancelled extends OrderPayload {
  by: 'customer' | 'merchant' | 'unpaid'
  /** Whether it had been paid, so that the merchant owes the customer money. */
  refundDue: boolean
  notify: boolean
}

/** `order.undone`: the merchant undid a step; `was` is the previous status. */
interface OrderUndone extends OrderPayload {
  was: OrderStatus | 'shipped'
}

/** `order.reviewed`: the customer rated it with 1 to 5 stars. */
interface OrderReviewed extends OrderPayload {
  stars: number
}

/** `order.paid_in_vain`: money for an order that was already paid, or cancelled. */
export interface OrderPaidInVain extends OrderPayload {
  invoiceId: string
  paidAmount: number
  reason: 'paid_twice' | 'cancelled'
}
