export type Status = 'pending' | 'paid' | 'expired' | 'cancelled'

/** Times in whole minutes since the month began, money in whole rupiah. */
export interface ModelPayment {
  invoiceId: string
  method: 'qris' | 'wallet_direct'
  amount: number
  finalAmount: number
  createdAt: number
  status: Status
  /** When it ended for the first time; money of its amount is still known to be its own for a while. */
  endedAt: number | null
  order: ModelOrder | null
  refunded: number
}

export type NewPayment = Pick<ModelPayment, 'invoiceId' | 'method' | 'amount' | 'finalAmount'>

export interface ModelOrder {
  number: string
  mugs: number
  hasCoupon: boolean
  status: 'waiting_payment' | 'pending' | 'paid' | 'cancelled'
  /** Since when nobody asked for a code again. */
  pendingSince: number | null
}

export interface ModelTransfer {
  reference: string
  amount: number
  state: 'settled' | 'review' | 'refunded' | 'ignored'
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
  total: number
  /** Whole rupiah of its cash that were given back. */
  returned: number
}

export const shelf = { mug: 45_000, cut: 30_000 }
export const coupon = { code: 'HEMAT', off: 5_000, usesMax: 3 }
const lifetime = 30
/** How long an order waits for its customer to ask for a code again. */
const pendingAtMost = 1_440
/** How long after its end money of a payment's amount is still known to be meant for it. */
const heldAfter = 60

/**
 * Predicts the state of a shop after everything that happened, as plainly as possible: one act after the other, on
 * objects in memory. It knows nothing of the product's code.
 */
export class Model {
  now = 0
  readonly payments: ModelPayment[] = []
  readonly transfers: ModelTransfer[] = []
  readonly refunds: ModelRefund[] = []
  readonly sales: ModelSale[] = []
  readonly mugs: { available: number; reserved: number }

  constructor(mugs: number) {
    this.mugs = { available: mugs, reserved: 0 }
  }

  wait(minutes: number): void {
    this.now += minutes
    for (const payment of this.payments) {
      if (payment.status === 'pending' && this.now > payment.createdAt + lifetime) this.end(payment, 'expired')
    }
    for (const { order } of this.payments) {
      if (order?.status === 'pending' && this.now >= order.pendingSince! + pendingAtMost) order.status = 'cancelled'
    }
  }

  create(payment: NewPayment, order: ModelOrder | null = null): void {
    const fresh = { createdAt: this.now, status: 'pending', endedAt: null, refunded: 0 } as const
    this.payments.push({ ...payment, ...fresh, order })
  }

  placeOrder(order: ModelOrder, payment: NewPayment): void {
    this.mugs.available -= order.mugs
    this.mugs.reserved += order.mugs
    this.create(payment, order)
  }

  /** Why an order is refused, or null. */
  refuses(order: { mugs: number; hasCoupon: boolean }): 'out_of_stock' | 'coupon' | null {
    if (order.mugs > this.mugs.available) return 'out_of_stock'
    return order.hasCoupon && this.couponUses() >= coupon.usesMax ? 'coupon' : null
  }

  /** Money of an amount arrives at the wallet. */
  receive(reference: string, amount: number): void {
    const payment = this.holderOf(amount)
    const pays = payment?.status === 'pending'
    if (pays) this.markPaid(payment)
    this.transfers.push({ reference, amount, state: pays ? 'settled' : 'review', payment })
  }

  /** Money arrives for the code that a provider made, which is paid once. */
  receiveByCode(reference: string, payment: ModelPayment): void {
    this.markPaid(payment)
    this.transfers.push({ reference, amount: payment.finalAmount, state: 'settled', payment })
  }

  /** The payment that money of this amount is meant for now. */
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
    this.markPaid(transfer.payment!)
  }

  refund(payment: ModelPayment, id: string, amount: number): void {
    payment.refunded += amount
    this.refunds.push({ id, payment, amount, isCorrected: false })
  }

  correct(refund: ModelRefund): void {
    if (refund.isCorrected) return
    refund.isCorrected = true
    refund.payment.refunded -= refund.amount
  }

  sell(sale: Pick<ModelSale, 'number' | 'total'>, mugs: number): void {
    this.mugs.available -= mugs
    this.sales.push({ ...sale, returned: 0 })
  }

  couponUses(): number {
    return this.payments.filter(({ order }) => order?.hasCoupon && order.status !== 'cancelled').length
  }

  private markPaid(payment: ModelPayment): void {
    payment.status = 'paid'
    payment.endedAt ??= this.now
    if (!payment.order) return
    payment.order.status = 'paid'
    this.mugs.reserved -= payment.order.mugs
  }

  private end(payment: ModelPayment, status: 'expired' | 'cancelled'): void {
    payment.status = status
    payment.endedAt = this.now
    if (!payment.order) return
    payment.order.status = status === 'expired' ? 'pending' : 'cancelled'
    payment.order.pendingSince = this.now
    this.mugs.reserved -= payment.order.mugs
    this.mugs.available += payment.order.mugs
  }

  /** The sums that every view has to agree with. */
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
