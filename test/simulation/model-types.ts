import type { Guess } from './guess-payment.ts'
import type { GoodsName } from './world.ts'

export type Status = 'pending' | 'paid' | 'expired' | 'cancelled'

/** Times are in whole minutes since the month began, money in whole rupiah. */
export interface ModelPayment {
  invoiceId: string
  method: 'qris' | 'wallet_direct'
  amount: number
  finalAmount: number
  createdAt: number
  /** For how many minutes it can be paid. */
  lifetime: number
  status: Status
  /** The time of its first end; for a while after that, money of its amount still belongs to it. */
  endedAt: number | null
  /** The time of its money, and the time at which that was booked. */
  paidAt: number | null
  bookedAt: number | null
  order: ModelOrder | null
  bill: ModelBill | null
  /** The browser that opened it, if it pays a bill. */
  browser: number | null
  refunded: number
  refundedAt: number | null
  /** The transfer that paid it. */
  paidBy: ModelTransfer | null
  /** The texts of its creator; null if the model does not know them. */
  details: Details | null
}

/** Texts that come with a payment. */
export interface Details {
  description: string
  customer_name: string
  customer_email: string | null
  customer_phone: string | null
  reference: string | null
  metadata: Record<string, string>
}

export type NewPayment = Pick<ModelPayment, 'invoiceId' | 'method' | 'amount' | 'finalAmount'>

export interface ModelLine {
  goods: GoodsName
  quantity: number
  choices: string[]
  state: 'free' | 'held' | 'sold' | 'short'
  deliveredAt: number | null
  /** The units that went back into stock with a refund. */
  restocked: number
  /** Its serial lines, by their numbers. */
  units: number[]
}

export type WantedLine = Pick<ModelLine, 'goods' | 'quantity' | 'choices'>

export interface ModelOrder {
  number: string
  token: string
  customerId: number
  /** The number of its customer; null for a sale by code at the counter. */
  person: number | null
  lines: ModelLine[]
  /** A typed amount at the counter. */
  typed: number
  discount: number
  hasCoupon: boolean
  status: 'waiting_payment' | 'pending' | 'paid' | 'processing' | 'completed' | 'cancelled'
  createdAt: number
  /** Until when its goods are held without a code. */
  heldUntil: number | null
  /** Since when its customer has not requested a new code. */
  pendingSince: number
  payments: ModelPayment[]
  isRefundDue: boolean
  wasPaid: boolean
  cancelledBy: Canceller | null
  /** The merchant's last step: the status before it, and its time. */
  moved: { from: ModelOrder['status']; at: number } | null
  phone: string | null
  note: string | null
  /** How its goods reach its customer; null if nothing is handed over. */
  handing: Handing | null
  /** The messages about its steps that its customer gets, each once. */
  messages: string[]
}

export type NewOrder = Pick<ModelOrder, 'number' | 'token' | 'customerId' | 'person' | 'phone' | 'note' | 'handing'>

export interface Handing {
  way: 'delivery' | 'pickup' | 'dine_in'
  zone: string | null
  table: number | null
  fee: number
}

export type Canceller = 'customer' | 'merchant' | 'unpaid'

export type Refused =
  | 'out_of_stock'
  | 'coupon'
  | 'already_paid'
  | 'expired'
  | 'refused_transition'
  | 'too_many_open_orders'
  | 'invalid_request'
  | 'rate_limited'
  | 'amount_out_of_range'
  | 'insufficient_balance'
  | 'reference_taken'
  | 'payment_replaced'

export interface ModelTransfer {
  reference: string
  amount: number
  payer: string
  at: number
  state: 'settled' | 'review' | 'refunded' | 'ignored'
  /** The reason why it is, or was, in review. */
  reason: 'unmatched' | 'late' | 'cancelled' | 'paid_twice' | Guess['reason'] | null
  payment: ModelPayment | null
  /** The payment that it is probably for. */
  likely: ModelPayment | null
  /** The note of the decision about it. */
  note: string | null
}

export interface ModelEvent {
  type: string
  id: string | number
  at: number
  /** The facts in its `change`. */
  change: Record<string, unknown> | null
}

export interface ModelRefund {
  id: string
  payment: ModelPayment
  amount: number
  reason: string
  restocks: boolean
  /** Whether the provider returns the money, and not the merchant. */
  byProvider: boolean
  state: 'succeeded' | 'failed'
  at: number
  correctedAt: number | null
  correctedFor: string | null
}

/** With `units`, that many of each line go back into stock, and not all. */
export type NewRefund = Omit<ModelRefund, 'payment' | 'at' | 'correctedAt' | 'correctedFor'> & { units?: number }

export interface ModelShift {
  id: number
  opening: number
  /** The cash that was taken in its time, and in offline sales that were accepted for it later. */
  taken: number
  sales: number
  returned: number
  /** The cash that was counted at its end. */
  counted: number | null
}

/** A sale for cash at the counter. */
export interface ModelSale {
  number: string
  lines: ModelLine[]
  typed: number
  discount: number
  total: number
  at: number
  status: 'completed' | 'processing'
  /** The cash that was given back, with the times. */
  returns: { amount: number; at: number }[]
}

/** A sale of a counter without a network that waits for the owner. */
export interface HeldSale {
  key: string
  lines: WantedLine[]
  typed: number
  total: number
  shift: ModelShift
  state: 'held' | 'booked' | 'rejected'
}

export interface ModelBill {
  id: string
  kind: 'once' | 'many' | 'open'
  takesParts: boolean
  /** The amount due; for the kind `open`, the highest that a payer may choose. */
  amount: number
  /** After how many payments it is closed. */
  usesMax: number | null
  /** From when it is overdue. */
  dueAt: number | null
  status: 'open' | 'partly_paid' | 'overdue' | 'paid' | 'closed'
  collected: number
  excess: number
  uses: number
  parts: ModelPayment[]
}

export interface ModelWithdrawal {
  id: string
  amount: number
  status: 'requested' | 'approved' | 'sent' | 'rejected' | 'failed'
}

/** The result of opening a bill. */
export type Opening = { refused: Refused } | { known: ModelPayment } | { amount: number; replaced: ModelPayment[] }

/** The goods of an order or a sale. */
export interface SoldGoods {
  lines: readonly WantedLine[]
  typed?: number
  discount?: number
}

/** How a sale was paid, as its event says. */
export interface SaleMoney {
  invoice_id: string | null
  paid_amount: number
  paid_late: boolean
}

/** A payment that was just created. */
export const newPayment = {
  status: 'pending',
  endedAt: null,
  paidAt: null,
  bookedAt: null,
  order: null,
  bill: null,
  browser: null,
  refunded: 0,
  refundedAt: null,
  paidBy: null,
  details: null,
} as const

/** An order that was just placed. */
export const newOrder = {
  status: 'pending',
  hasCoupon: false,
  isRefundDue: false,
  wasPaid: false,
  cancelledBy: null,
  moved: null,
} as const

export const freshLine = ({ goods, quantity, choices }: WantedLine): ModelLine => {
  return { goods, quantity, choices, state: 'free', deliveredAt: null, restocked: 0, units: [] }
}

export const isDelivered = ({ deliveredAt }: ModelLine) => deliveredAt !== null

/** Whether the money of a payment comes to the wallet. */
export const isWallet = ({ method }: Pick<ModelPayment, 'method'>) => method === 'wallet_direct'
