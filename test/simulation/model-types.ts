import type { Guess } from './guess-payment.ts'
import type { GoodsName } from './world.ts'

export type Status = 'pending' | 'paid' | 'expired' | 'cancelled'

/** `qris`: a code of the provider. The wallet and the phone, which reports another account, know only amounts. */
export type Method = 'qris' | 'wallet_direct' | 'qris_user'

/** A moment in whole minutes since the month began, and money in whole rupiah. */
type Minute = number
type Rupiah = number

export type NewPayment = { invoiceId: string; method: Method; amount: Rupiah; finalAmount: Rupiah }

export interface ModelPayment extends NewPayment {
  createdAt: Minute
  /** For how many minutes it can be paid. */
  lifetime: number
  status: Status
  /** The time of its first end; for a while after that, money of its amount still belongs to it. */
  endedAt: Minute | null
  /** The time of its money, and the time at which that was booked. */
  paidAt: Minute | null
  bookedAt: Minute | null
  order: ModelOrder | null
  bill: ModelBill | null
  /** The browser that opened it, if it pays a bill. */
  browser: number | null
  refunded: Rupiah
  refundedAt: Minute | null
  /** The transfer that paid it. */
  paidBy: ModelTransfer | null
  /** The texts of its creator; null if the model does not know them. */
  details: Details | null
}

/** Texts that come with a payment. */
type Texts = { description: string; customer_name: string; metadata: Record<string, string> }
export type Details = Texts & Record<'customer_email' | 'customer_phone' | 'reference', string | null>

export type WantedLine = { goods: GoodsName; quantity: number; choices: string[] }

export interface ModelLine extends WantedLine {
  state: 'free' | 'held' | 'sold' | 'short'
  deliveredAt: Minute | null
  /** The units that went back into stock with a refund. */
  restocked: number
  /** Its serial lines, by their numbers. */
  units: number[]
}

export interface NewOrder {
  number: string
  token: string
  customerId: number
  /** The number of its customer; null for a sale by code at the counter. */
  person: number | null
  phone: string | null
  note: string | null
  address: string | null
  /** How its goods reach its customer; null if nothing is handed over. */
  handing: Handing | null
}

export interface ModelOrder extends NewOrder {
  lines: ModelLine[]
  /** A typed amount at the counter. */
  typed: Rupiah
  discount: Rupiah
  hasCoupon: boolean
  status: 'waiting_payment' | 'pending' | 'paid' | 'processing' | 'completed' | 'cancelled'
  createdAt: Minute
  /** Until when its goods are held without a code. */
  heldUntil: Minute | null
  /** Since when its customer has not requested a new code. */
  pendingSince: Minute
  payments: ModelPayment[]
  isRefundDue: boolean
  paidAt: Minute | null
  completedAt: Minute | null
  cancelledAt: Minute | null
  cancelledBy: Canceller | null
  /** The parcel that a courier has; null before, and if that was undone. */
  parcel: { courier: string; number: string | null; at: Minute; receivedAt: Minute | null } | null
  /** The stars that its customer gave it. */
  stars: number | null
  /** The merchant's last step: the status before it, and its time. */
  moved: { from: ModelOrder['status']; at: Minute } | null
  /** Whether it has a note of the merchant to its customer. */
  isAnnotated: boolean
  /** The messages about its steps that its customer gets, each once. */
  messages: string[]
}

type Way = 'delivery' | 'pickup' | 'dine_in'
export type Handing = { way: Way; zone: string | null; table: number | null; fee: Rupiah }

export type Canceller = 'customer' | 'merchant' | 'unpaid'

/** The code of a refusal. */
export type Refused = string

/** Money that arrives. */
export interface NewMoney {
  reference: string
  amount: Rupiah
  payer: string
  /** The app that it was sent with. */
  app: string
  /** The account or the code that receives it. */
  method: Method
  /** Whether its source reports when it was sent. */
  hasTime: boolean
  /** Whether the notification of it has words that the shop does not quite understand. */
  isDoubtful?: boolean
}

export interface ModelTransfer extends NewMoney {
  at: Minute
  /** When it was found. */
  receivedAt: Minute
  state: 'settled' | 'review' | 'refunded' | 'ignored'
  /** The reason why it is, or was, in review. */
  reason: 'unmatched' | 'unproved' | 'late' | 'cancelled' | 'paid_twice' | Guess['reason'] | null
  payment: ModelPayment | null
  /** The payment that it belonged to before anyone decided about it. */
  first: ModelPayment | null
  /** The payment that it is probably for. */
  likely: ModelPayment | null
  /** Money that another phone reported, if this may be the same. */
  repeats: ModelTransfer | null
  /** The note and the time of the decision about it. */
  note: string | null
  decidedAt: Minute | null
}

/** An unreadable row of the wallet. Without an amount, it may be any money. */
export interface ModelRow {
  key: string
  reference: string
  amount: Rupiah | null
  at: Minute
  resolvedAt: Minute | null
  resolvedBy: 'user' | 'provider' | null
}

/** An event, with the facts in its `change`, and its order after it. */
export type ModelEvent = { type: string; id: string | number; at: Minute; change: Record<string, unknown> | null } & {
  order: (Pick<ModelOrder, 'status' | 'parcel'> & { total: Rupiah }) | null
}

/** With `units`, it is for these units, of which some may go back into stock; otherwise for an amount. */
export type NewRefund = NotedRefund & { units?: Map<ModelLine, number> }

/** A notification of a phone about money. `by` is the rule by which it repeats another report, or null. */
export interface ModelSighting {
  id: string
  device: string
  transfer: ModelTransfer
  at: Minute
  by: 'pair' | null
  /** The nonce of its request. */
  nonce: string
}

interface NotedRefund {
  id: string
  amount: Rupiah
  reason: string | null
  restocks: boolean
  /** When the money was returned, as the merchant says. */
  returnedAt: Minute
  /** Whether the provider returns the money, and not the merchant. */
  byProvider: boolean
  state: 'succeeded' | 'failed'
  /** The key or the person that noted or requested it, and its time, if the provider has returned it later. */
  by: 'api key' | 'user'
  askedAt?: Minute
  /** How often the provider has not answered. */
  failures?: number
}

export interface ModelRefund extends NotedRefund {
  payment: ModelPayment
  /** The numbers of units of each line that it is for, and of those that were to go back into stock. */
  lines: number[] | null
  back: number[] | null
  at: Minute
  correctedAt: Minute | null
  correctedFor: string | null
}

export interface ModelShift {
  id: number
  opening: Rupiah
  /** The cash that was taken in its time, and in offline sales that were accepted for it later. */
  taken: Rupiah
  sales: number
  returned: Rupiah
  /** The cash that was counted at its end. */
  counted: Rupiah | null
}

/** A sale for cash at the counter. */
export interface ModelSale {
  number: string
  lines: ModelLine[]
  typed: Rupiah
  discount: Rupiah
  total: Rupiah
  at: Minute
  status: 'completed' | 'processing'
  /** The cash that was given back, with the times. */
  returns: { amount: Rupiah; at: Minute }[]
}

/** A sale of a counter without a network that waits for the owner. */
export type HeldSale = { key: string; lines: WantedLine[]; typed: Rupiah; total: Rupiah; shift: ModelShift } & {
  state: 'held' | 'booked' | 'rejected'
}

export interface NewBill {
  id: string
  kind: 'once' | 'many' | 'open'
  takesParts: boolean
  /** The amount due; for the kind `open`, the highest that a payer may choose. */
  amount: Rupiah
  /** After how many payments it is closed. */
  usesMax: number | null
  /** From when it is overdue. */
  dueAt: Minute | null
}

export interface ModelBill extends NewBill {
  status: 'open' | 'partly_paid' | 'overdue' | 'paid' | 'closed'
  collected: Rupiah
  excess: Rupiah
  uses: number
  parts: ModelPayment[]
}

type WithdrawalStatus = 'requested' | 'approved' | 'sent' | 'rejected' | 'failed'
export type ModelWithdrawal = { id: string; amount: Rupiah; status: WithdrawalStatus }

/** The result of opening a bill. */
export type Opening = { refused: Refused } | { known: ModelPayment } | { amount: Rupiah; replaced: ModelPayment[] }

/** The goods of an order or a sale. */
export type SoldGoods = { lines: readonly WantedLine[]; typed?: Rupiah; discount?: Rupiah }

/** How a sale was paid, as its event says. */
export type SaleMoney = { invoice_id: string | null; paid_amount: Rupiah; paid_late: boolean }

const unknown = { paidBy: null, details: null }
const never = { paidAt: null, endedAt: null, bookedAt: null, refundedAt: null }
/** A payment that was just created. */
export const newPayment = {
  status: 'pending',
  ...never,
  order: null,
  bill: null,
  browser: null,
  refunded: 0,
  ...unknown,
} as const

const unmoved = { paidAt: null, completedAt: null, cancelledAt: null, cancelledBy: null, moved: null }

/** An order that was just placed. */
export const newOrder = {
  status: 'pending',
  hasCoupon: false,
  isRefundDue: false,
  parcel: null,
  stars: null,
  isAnnotated: false,
  ...unmoved,
} as const

export const freshLine = ({ goods, quantity, choices }: WantedLine): ModelLine => {
  return { goods, quantity, choices, state: 'free', deliveredAt: null, restocked: 0, units: [] }
}

export const isDelivered = ({ deliveredAt }: ModelLine) => deliveredAt !== null

/** Whether an order is with a courier. */
export const isOnItsWay = ({ status, parcel }: Pick<ModelOrder, 'status' | 'parcel'>) =>
  status === 'processing' && parcel?.receivedAt === null
