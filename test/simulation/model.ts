export type Status = 'pending' | 'paid' | 'expired' | 'cancelled'

/** Times are in whole minutes since the month began, money in whole rupiah. */
export interface ModelPayment {
  invoiceId: string
  method: 'qris' | 'wallet_direct'
  amount: number
  finalAmount: number
  createdAt: number
  status: Status
  /** The time of its first end; for a while after that, money of its amount still belongs to it. */
  endedAt: number | null
  order: ModelOrder | null
  refunded: number
  /** The transfer that paid it. */
  paidBy: ModelTransfer | null
}

export type NewPayment = Pick<ModelPayment, 'invoiceId' | 'method' | 'amount' | 'finalAmount'>

export interface ModelOrder {
  number: string
  token: string
  customerId: number
  mugs: number
  keys: number
  cuts: number
  hasCoupon: boolean
  status: 'waiting_payment' | 'pending' | 'paid' | 'processing' | 'completed' | 'cancelled'
  /** Since when its customer has not requested a new code. */
  pendingSince: number | null
  payments: ModelPayment[]
  /** Mugs that went back into stock with a refund. */
  restocked: number
  /** The messages about its end that its customer gets, each once. */
  moves: ('order.completed' | 'order.cancelled')[]
}

export type Refused = 'out_of_stock' | 'coupon' | 'already_paid' | 'expired' | 'refused_transition'

export interface ModelTransfer {
  reference: string
  amount: number
  state: 'settled' | 'review' | 'refunded' | 'ignored'
  /** The reason why it is, or was, in review. */
  reason: 'unmatched' | 'late' | 'cancelled' | 'paid_twice' | null
  payment: ModelPayment | null
}

export interface ModelRefund {
  id: string
  payment: ModelPayment
  amount: number
  isCorrected: boolean
}

export interface ModelSale {
  number: string
  mugs: number
  total: number
  /** The whole rupiah of its cash that were refunded. */
  returned: number
}

export const shelf = { mug: 45_000, key: 20_000, cut: 30_000 }
export const atFirst = { mugs: 6, keys: 12 }
export const coupon = { code: 'HEMAT', off: 5_000, usesMax: 3 }
const lifetime = 30
/** How many minutes an order waits for its customer to request a code again. */
const pendingAtMost = 1_440
/** For how many minutes after a payment's end money of its amount still belongs to it. */
const heldAfter = 60

/** Why money for a payment that has ended is in review. */
const reasons = { pending: null, paid: 'paid_twice', expired: 'late', cancelled: 'cancelled' } as const

/** Returns the price of an order, without the unique code of its payment. */
export function totalOf({ mugs, keys, cuts, hasCoupon }: ModelOrder): number {
  return mugs * shelf.mug + keys * shelf.key + cuts * shelf.cut - (hasCoupon ? coupon.off : 0)
}

/**
 * Predicts the state of a shop after a list of acts, as simply as possible: one act after the other, on objects in
 * memory. It uses none of the product's code.
 */
export class Model {
  now = 0
  readonly payments: ModelPayment[] = []
  readonly orders: ModelOrder[] = []
  readonly transfers: ModelTransfer[] = []
  readonly refunds: ModelRefund[] = []
  readonly sales: ModelSale[] = []
  readonly mugs = { available: atFirst.mugs, reserved: 0 }
  readonly keys = { available: atFirst.keys, reserved: 0 }

  wait(minutes: number): void {
    this.now += minutes
    for (const payment of this.payments) {
      if (payment.status === 'pending' && this.now > payment.createdAt + lifetime) this.end(payment, 'expired')
    }
    for (const order of this.orders) {
      if (order.status === 'pending' && this.now >= order.pendingSince! + pendingAtMost) this.cancelOrder(order)
    }
  }

  create(payment: NewPayment, order: ModelOrder | null = null): void {
    const fresh = { createdAt: this.now, status: 'pending', endedAt: null, refunded: 0, paidBy: null } as const
    this.payments.push({ ...payment, ...fresh, order })
    order?.payments.push(this.payments.at(-1)!)
  }

  /** Holds the goods of a new order; its customer requests a code for it next. */
  placeOrder(order: Pick<ModelOrder, 'number' | 'token' | 'customerId' | 'mugs' | 'keys' | 'cuts'>): ModelOrder {
    const fresh = { hasCoupon: false, status: 'pending', pendingSince: this.now, restocked: 0 } as const
    const placed: ModelOrder = { ...order, ...fresh, payments: [], moves: [] }
    this.orders.push(placed)
    this.hold(placed, 1)
    return placed
  }

  /** Returns the reason why the goods of an order, or its coupon, are refused; or null. */
  refuses(order: { mugs: number; keys: number; hasCoupon: boolean }): Refused | null {
    if (order.mugs > this.mugs.available || order.keys > this.keys.available) return 'out_of_stock'
    return order.hasCoupon && this.couponUses() >= coupon.usesMax ? 'coupon' : null
  }

  /** Returns the reason why a customer gets no new code for an order without one; or null. */
  refusesCode(order: ModelOrder): Refused | null {
    if (order.status === 'cancelled') return 'expired'
    if (order.status !== 'pending') return 'already_paid'
    return this.refuses({ ...order, hasCoupon: false })
  }

  /** Records that a code was created for a pending order. */
  waitForPayment(order: ModelOrder, payment: NewPayment): void {
    order.status = 'waiting_payment'
    this.create(payment, order)
  }

  /** Takes the goods of an order out of stock, or puts them back. */
  hold(order: ModelOrder, sign: 1 | -1): void {
    for (const kind of ['mugs', 'keys'] as const) {
      this[kind].available -= sign * order[kind]
      this[kind].reserved += sign * order[kind]
    }
  }

  /** Makes the merchant's next step with an order. Returns the reason if it is refused, or null. */
  move(order: ModelOrder, to: 'processing' | 'completed' | 'cancelled'): Refused | null {
    const { status } = order
    if (status === to) return to === 'completed' ? 'refused_transition' : null
    const isPaid = status === 'paid' || status === 'processing'
    if (to === 'cancelled' && status !== 'completed') this.cancelOrder(order)
    else if ((to === 'completed' && isPaid) || (to === 'processing' && status === 'paid')) order.status = to
    else return 'refused_transition'
    if (to === 'completed') order.moves.push('order.completed')
    return null
  }

  /** Cancels an order for its customer. Returns the reason if that is refused, or null. */
  leave(order: ModelOrder): Refused | null {
    if (order.status === 'cancelled') return null
    if (order.status !== 'pending' && order.status !== 'waiting_payment') return 'already_paid'
    this.cancelOrder(order)
    return null
  }

  private cancelOrder(order: ModelOrder): void {
    const open = order.payments.find(({ status }) => status === 'pending')
    if (open) {
      this.end(open, 'cancelled')
      return
    }
    // Keys were handed over when it was paid.
    if (order.status === 'paid' || order.status === 'processing') this.mugs.available += order.mugs - order.restocked
    order.status = 'cancelled'
    order.moves.push('order.cancelled')
  }

  /** Receives money of an amount in the wallet. */
  receive(reference: string, amount: number): void {
    const payment = this.holderOf(amount)
    const pays = payment?.status === 'pending'
    const reason = payment ? reasons[payment.status] : 'unmatched'
    const transfer: ModelTransfer = { reference, amount, state: pays ? 'settled' : 'review', reason, payment }
    if (pays) this.markPaid(payment, transfer)
    this.transfers.push(transfer)
  }

  /** Receives money for a provider's code, which can be paid only once. */
  receiveByCode(reference: string, payment: ModelPayment): void {
    const { finalAmount: amount } = payment
    const transfer: ModelTransfer = { reference, amount, state: 'settled', reason: null, payment }
    this.markPaid(payment, transfer)
    this.transfers.push(transfer)
  }

  /** Returns the payment that money of this amount belongs to now. */
  private holderOf(amount: number): ModelPayment | null {
    const holders = this.payments.filter(one => {
      const until = Math.max(one.endedAt ?? 0, one.createdAt + lifetime + heldAfter)
      return one.method === 'wallet_direct' && one.finalAmount === amount && this.now <= until
    })
    return holders.at(-1) ?? null
  }

  cancel(payment: ModelPayment): void {
    this.end(payment, 'cancelled')
  }

  accept(transfer: ModelTransfer): void {
    transfer.state = 'settled'
    this.markPaid(transfer.payment!, transfer)
  }

  /** Returns the number of mugs that a refund of a payment can put back into stock. */
  restockable({ order }: ModelPayment): number {
    return order && order.status !== 'cancelled' ? order.mugs - order.restocked : 0
  }

  refund(payment: ModelPayment, { id, amount, restocks }: { id: string; amount: number; restocks: boolean }): void {
    payment.refunded += amount
    if (restocks) this.mugs.available += this.restockable(payment)
    if (restocks) payment.order!.restocked = payment.order!.mugs
    this.refunds.push({ id, payment, amount, isCorrected: false })
  }

  correct(refund: ModelRefund): void {
    if (refund.isCorrected) return
    refund.isCorrected = true
    refund.payment.refunded -= refund.amount
  }

  sell(sale: Pick<ModelSale, 'number' | 'total' | 'mugs'>): void {
    this.mugs.available -= sale.mugs
    this.sales.push({ ...sale, returned: 0 })
  }

  couponUses(): number {
    return this.orders.filter(({ hasCoupon, status }) => hasCoupon && status !== 'cancelled').length
  }

  private markPaid(payment: ModelPayment, transfer: ModelTransfer): void {
    payment.status = 'paid'
    payment.paidBy = transfer
    payment.endedAt ??= this.now
    if (!payment.order) return
    payment.order.status = 'paid'
    this.mugs.reserved -= payment.order.mugs
    this.keys.reserved -= payment.order.keys
  }

  private end(payment: ModelPayment, status: 'expired' | 'cancelled'): void {
    payment.status = status
    payment.endedAt = this.now
    if (!payment.order) return
    payment.order.status = status === 'expired' ? 'pending' : 'cancelled'
    payment.order.pendingSince = this.now
    if (status === 'cancelled') payment.order.moves.push('order.cancelled')
    this.hold(payment.order, -1)
  }

  /** Returns the sums that all views must agree with. */
  sums() {
    const paid = this.payments.filter(({ status }) => status === 'paid')
    const total = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
    const refunded = total(this.payments.map(payment => payment.refunded))
    return {
      payments: this.payments.length,
      paid: paid.length,
      revenue: total(paid.map(({ finalAmount }) => finalAmount)),
      refunded,
      cash: total(this.sales.map(sale => sale.total)),
      cashReturned: total(this.sales.map(sale => sale.returned)),
    }
  }
}
