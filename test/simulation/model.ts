import type { GoodsName, World } from './world.ts'

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
  /** The transfer that paid it. */
  paidBy: ModelTransfer | null
}

export type NewPayment = Pick<ModelPayment, 'invoiceId' | 'method' | 'amount' | 'finalAmount'>

export interface ModelLine {
  goods: GoodsName
  quantity: number
  choices: string[]
  state: 'free' | 'held' | 'sold' | 'short'
  isDelivered: boolean
  /** The units that went back into stock with a refund. */
  restocked: number
}

type WantedLine = Pick<ModelLine, 'goods' | 'quantity' | 'choices'>

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
  /** Since when its customer has not requested a new code. */
  pendingSince: number
  payments: ModelPayment[]
  isRefundDue: boolean
  wasPaid: boolean
  /** The messages about its steps that its customer gets, each once. */
  messages: string[]
}

type Canceller = 'customer' | 'merchant' | 'unpaid'

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

export interface ModelTransfer {
  reference: string
  amount: number
  payer: string
  at: number
  state: 'settled' | 'review' | 'refunded' | 'ignored'
  /** The reason why it is, or was, in review. */
  reason: 'unmatched' | 'late' | 'cancelled' | 'paid_twice' | null
  payment: ModelPayment | null
}

export interface ModelRefund {
  id: string
  payment: ModelPayment
  amount: number
  reason: string
  at: number
  correctedAt: number | null
}

type NewRefund = Pick<ModelRefund, 'id' | 'amount' | 'reason'> & { restocks: boolean }

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

const lifetime = 30
/** The lifetime of a payment that everyone who knows a bill's address could create. */
const publicLifetime = 9
/** How many minutes an order waits for its customer to request a code again. */
const pendingAtMost = 1_440
/** For how many minutes after a payment's end money of its amount still belongs to it. */
const heldAfter = 60
const openOrdersMax = 3
const amountMin = 1_000
const withdrawalMin = 10_000
/** The status that a withdrawal must have before another one. */
const steps = { approved: 'requested', sent: 'approved', rejected: 'requested', failed: 'approved' } as const

/** Why money for a payment that has ended is in review. */
const reasons = { pending: null, paid: 'paid_twice', expired: 'late', cancelled: 'cancelled' } as const

const total = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)

/**
 * Predicts the state of a shop after a list of acts, as simply as possible: one act after the other, on objects in
 * memory. It uses none of the product's code.
 */
export class Model {
  now = 0
  /** The latest time so far: the clock may go back. */
  private latest = 0
  readonly payments: ModelPayment[] = []
  readonly orders: ModelOrder[] = []
  readonly transfers: ModelTransfer[] = []
  readonly refunds: ModelRefund[] = []
  readonly sales: ModelSale[] = []
  readonly held: HeldSale[] = []
  readonly shifts: ModelShift[] = []
  readonly bills: ModelBill[] = []
  readonly withdrawals: ModelWithdrawal[] = []
  readonly stock: Record<GoodsName, { available: number; reserved: number } | null>
  /** The events that webhooks receive, in order for each object: `payment.paid INV-1`. */
  readonly events: string[] = []
  /** The messages in the merchant's chat: `order_paid ORD-1`. */
  readonly alerts: string[] = []
  /** The options that are sold out. */
  readonly soldOut = new Set<string>()
  readonly world: World
  private readonly startsAt: number

  /** Begins a month at a moment, in milliseconds since 1970. */
  constructor(world: World, startsAt: number) {
    this.world = world
    this.startsAt = startsAt
    const counts = Object.entries(world.goods).map(([name, { count }]) => [
      name,
      count === null ? null : { available: count, reserved: 0 },
    ])
    this.stock = Object.fromEntries(counts)
  }

  // Time

  /** Moves the clock, also backwards. */
  wait(minutes: number): void {
    this.now += minutes
    this.latest = Math.max(this.latest, this.now)
    for (const payment of this.payments) {
      if (payment.status === 'pending' && this.now > payment.createdAt + payment.lifetime) this.end(payment, 'expired')
    }
    for (const order of this.orders) {
      if (order.status === 'pending' && this.now >= order.pendingSince + pendingAtMost)
        this.cancelOrder(order, 'unpaid')
    }
    for (const bill of this.bills) {
      const isDue = bill.dueAt !== null && this.now >= bill.dueAt
      if (!isDue || (bill.status !== 'open' && bill.status !== 'partly_paid')) continue
      bill.status = 'overdue'
      this.announce('bill.overdue', bill.id)
    }
  }

  private announce(type: string, id: string | number): void {
    this.events.push(`${type} ${id}`)
  }

  /** Returns the day of a time in Jakarta, `YYYY-MM-DD`. */
  dayOf(minute: number): string {
    return new Date(this.startsAt + (minute + 7 * 60) * 60_000).toISOString().slice(0, 10)
  }

  /** Returns the time at which the day after this many days begins. */
  endOfDay(days: number): number {
    const day = Date.parse(`${this.dayOf(this.now + days * 1_440)}T00:00:00+07:00`)
    return (day - this.startsAt) / 60_000 + 1_440
  }

  // Payments

  create(payment: NewPayment, more: Partial<ModelPayment> = {}): ModelPayment {
    const times = { endedAt: null, paidAt: null, bookedAt: null }
    const fresh = { status: 'pending', order: null, bill: null, browser: null } as const
    const made = { ...payment, ...fresh, ...times, createdAt: this.now, lifetime, refunded: 0, paidBy: null, ...more }
    this.payments.push(made)
    this.announce('payment.created', made.invoiceId)
    made.order?.payments.push(made)
    made.bill?.parts.push(made)
    return made
  }

  cancel(payment: ModelPayment): void {
    this.end(payment, 'cancelled')
  }

  /** Ends a payment unpaid; the order that it was to pay is cancelled with it. */
  private end(payment: ModelPayment, status: 'expired' | 'cancelled', by: Canceller = 'merchant'): void {
    payment.status = status
    payment.endedAt = this.now
    this.announce(`payment.${status}`, payment.invoiceId)
    const { order } = payment
    if (order?.status !== 'waiting_payment') return
    for (const line of order.lines) this.release(line)
    order.status = 'pending'
    order.pendingSince = this.now
    if (status === 'expired') order.messages.push('order.code_expired')
    else this.finish(order, by)
  }

  // Money

  /** Receives money of an amount in the wallet. */
  receive(reference: string, amount: number, payer: string): void {
    this.settle({ reference, amount, payer, payment: this.holderOf(amount) })
  }

  /** Receives money for a provider's code, which can be paid only once. */
  receiveByCode(reference: string, payment: ModelPayment, payer: string): void {
    this.settle({ reference, amount: payment.finalAmount, payer, payment })
  }

  private settle({ payment, ...money }: Pick<ModelTransfer, 'reference' | 'amount' | 'payer' | 'payment'>): void {
    const pays = payment?.status === 'pending'
    const reason = payment ? reasons[payment.status] : 'unmatched'
    const transfer: ModelTransfer = { ...money, at: this.now, state: pays ? 'settled' : 'review', reason, payment }
    this.transfers.push(transfer)
    if (pays) this.markPaid(payment, transfer)
    else {
      this.announce('transfer.in_review', transfer.reference)
      this.alerts.push(`transfer_in_review ${transfer.amount}`)
      payment?.order?.messages.push('order.money_in_review')
    }
  }

  /** Returns whether the provider of a code is still asked whether it was paid. */
  isCodeAsked(payment: ModelPayment): boolean {
    const isPaid = this.transfers.some(transfer => transfer.payment === payment)
    return !isPaid && this.latest <= payment.createdAt + lifetime + heldAfter
  }

  /** Returns the payment that money of this amount belongs to now. */
  private holderOf(amount: number): ModelPayment | null {
    const holders = this.payments.filter(one => {
      const until = Math.max(one.endedAt ?? 0, one.createdAt + one.lifetime + heldAfter)
      const isHeld = one.createdAt <= this.now && this.now <= until
      return one.method === 'wallet_direct' && one.finalAmount === amount && isHeld
    })
    return holders.at(-1) ?? null
  }

  /** Returns the reason why money in review cannot pay the payment that it belongs to; or null. */
  refusesAcceptance({ payment }: ModelTransfer): Refused | null {
    if (!payment) return 'invalid_request'
    if (payment.status === 'paid') return 'already_paid'
    return payment.status === 'cancelled' ? 'refused_transition' : null
  }

  accept(transfer: ModelTransfer): void {
    transfer.state = 'settled'
    this.markPaid(transfer.payment!, transfer)
    this.announce('transfer.reviewed', transfer.reference)
  }

  /** Records that money in review was sent back, or is not cared about. */
  dismiss(transfer: ModelTransfer, as: 'refunded' | 'ignored'): void {
    transfer.state = as
    this.announce('transfer.reviewed', transfer.reference)
    if (as === 'refunded') transfer.payment?.order?.messages.push('order.money_returned')
  }

  private markPaid(payment: ModelPayment, transfer: ModelTransfer): void {
    payment.status = 'paid'
    payment.paidBy = transfer
    payment.paidAt = transfer.at
    payment.bookedAt = this.now
    this.announce('payment.paid', payment.invoiceId)
    payment.endedAt ??= this.now
    const { order, bill } = payment
    if (bill) this.collect(bill, payment.amount)
    if (!order) return void this.alerts.push(`payment_paid ${payment.invoiceId}`)
    if (order.status === 'pending' || order.status === 'waiting_payment') {
      this.payOrder(order)
      // A newer code of the order is no longer needed.
      for (const other of order.payments) if (other.status === 'pending') this.end(other, 'cancelled')
    } else {
      order.isRefundDue = true
      this.announce('order.paid_in_vain', order.number)
      this.alerts.push(`order_paid_in_vain ${order.number}`, `refund_owed ${order.number}`)
      order.messages.push('order.money_in_review')
    }
  }

  // Refunds

  /** Returns the counted units that a refund of a payment can put back into stock. */
  restockable({ order }: ModelPayment): ModelLine[] {
    if (!order || order.status === 'cancelled') return []
    return order.lines.filter(line => line.state === 'sold' && this.isCounted(line) && line.quantity > line.restocked)
  }

  refund(payment: ModelPayment, { restocks, ...noted }: NewRefund): void {
    const { amount } = noted
    payment.refunded += amount
    this.announce('payment.refunded', payment.invoiceId)
    this.refunds.push({ ...noted, payment, at: this.now, correctedAt: null })
    for (const line of restocks ? this.restockable(payment) : []) {
      this.stock[line.goods]!.available += line.quantity - line.restocked
      line.restocked = line.quantity
    }
    const { bill, order } = payment
    order?.messages.push('order.money_returned')
    if (bill) bill.excess = Math.max(0, bill.excess - Math.min(amount, payment.amount))
    if (order?.isRefundDue) order.isRefundDue = this.owesRefund(order)
  }

  correct(refund: ModelRefund): void {
    if (refund.correctedAt !== null) return
    refund.correctedAt = this.now
    refund.payment.refunded -= refund.amount
    this.announce('payment.refunded', refund.payment.invoiceId)
    const { order } = refund.payment
    if (order) order.isRefundDue = this.owesRefund(order)
  }

  private owesRefund(order: ModelOrder): boolean {
    const kept = order.payments.filter(one => one.status === 'paid' && one.refunded < one.paidBy!.amount)
    return kept.length > (order.status === 'cancelled' ? 0 : 1)
  }

  // Stock

  private isCounted({ goods }: Pick<ModelLine, 'goods'>): boolean {
    return this.stock[goods] !== null && !this.world.goods[goods].isSent
  }

  /** Takes a line out of stock, wholly or not at all. */
  private hold(line: ModelLine): boolean {
    const stock = this.stock[line.goods]
    if (stock && stock.available < line.quantity) return false
    if (stock) stock.available -= line.quantity
    if (stock) stock.reserved += line.quantity
    line.state = 'held'
    return true
  }

  private release(line: ModelLine): void {
    const stock = this.stock[line.goods]
    if (line.state !== 'held') return
    if (stock) stock.available += line.quantity
    if (stock) stock.reserved -= line.quantity
    line.state = 'free'
  }

  /** Sells a line, which is held if it can be. */
  private sellLine(line: ModelLine): void {
    if (line.state === 'free' && !this.hold(line)) line.state = 'short'
    if (line.state !== 'held') return
    const stock = this.stock[line.goods]
    if (stock) stock.reserved -= line.quantity
    line.state = 'sold'
    line.isDelivered ||= this.world.goods[line.goods].isSent
  }

  private hasStock(lines: readonly WantedLine[]): boolean {
    return lines.every(({ goods, quantity }) => (this.stock[goods]?.available ?? quantity) >= quantity)
  }

  /** Returns the price of lines with their options. */
  priceOf(lines: readonly WantedLine[]): number {
    return total(
      lines.map(({ goods, quantity, choices }) => {
        const { price, options } = this.world.goods[goods]
        const chosen = options.filter(({ key }) => choices.includes(key))
        return quantity * (price + total(chosen.map(option => option.price)))
      }),
    )
  }

  isSoldOut(lines: readonly WantedLine[]): boolean {
    return lines.some(({ choices }) => choices.some(choice => this.soldOut.has(choice)))
  }

  // Orders

  /** Returns the reason why an order is refused before it is placed; or null. */
  refuses({ person, lines }: { person: number; lines: readonly WantedLine[] }): Refused | null {
    if (this.isSoldOut(lines)) return 'out_of_stock'
    if (this.openOrders(person) >= openOrdersMax) return 'too_many_open_orders'
    return this.hasStock(lines) ? null : 'out_of_stock'
  }

  refusesCoupon(order: ModelOrder): boolean {
    const uses = this.orders.filter(({ hasCoupon, status }) => hasCoupon && status !== 'cancelled')
    return uses.length >= this.world.coupon.usesMax || uses.some(({ person }) => person === order.person)
  }

  private openOrders(person: number | null): number {
    return this.orders.filter(one => one.person === person && one.status === 'waiting_payment').length
  }

  /** Holds the goods of a new order; its customer requests a code for it next. */
  placeOrder(order: Pick<ModelOrder, 'number' | 'token' | 'customerId' | 'person'>, sold: SoldGoods): ModelOrder {
    const { lines, typed = 0, discount = 0 } = sold
    const fresh = { hasCoupon: false, status: 'pending', isRefundDue: false, wasPaid: false } as const
    const times = { createdAt: this.now, pendingSince: this.now }
    const placed = {
      ...order,
      ...fresh,
      ...times,
      typed,
      discount,
      lines: lines.map(freshLine),
      payments: [],
      messages: [],
    }
    for (const line of placed.lines) this.hold(line)
    this.orders.push(placed)
    this.announce('order.placed', placed.number)
    return placed
  }

  useCoupon(order: ModelOrder): void {
    order.hasCoupon = true
    order.discount = Math.min(this.world.coupon.off, this.priceOf(order.lines) - amountMin)
  }

  /** Returns the reason why a customer gets no new code for an order without one; or null. */
  refusesCode(order: ModelOrder): Refused | null {
    if (order.status === 'cancelled') return 'expired'
    if (order.status !== 'pending') return 'already_paid'
    if (this.openOrders(order.person) >= openOrdersMax) return 'too_many_open_orders'
    return this.hasStock(order.lines) ? null : 'out_of_stock'
  }

  totalOf({ lines, typed, discount }: Pick<ModelOrder, 'lines' | 'typed' | 'discount'>): number {
    return this.priceOf(lines) + typed - discount
  }

  /** Records that a code was created for a pending order. */
  waitForPayment(order: ModelOrder, payment: NewPayment): void {
    for (const line of order.lines) if (line.state === 'free') this.hold(line)
    order.status = 'waiting_payment'
    this.announce('order.waiting_payment', order.number)
    order.messages.push('order.code')
    this.create(payment, { order })
  }

  private payOrder(order: ModelOrder): void {
    for (const line of order.lines) this.sellLine(line)
    const isWhole = order.lines.every(({ state }) => state === 'sold')
    const isCounter = order.person === null
    if (isCounter && isWhole) for (const line of order.lines) line.isDelivered = true
    const isDone = order.lines.every(({ isDelivered }) => isDelivered)
    order.status = !isWhole ? 'processing' : isDone ? 'completed' : 'paid'
    order.wasPaid = true
    this.announceSale(order.number, order.lines)
    if (!isCounter) this.alerts.push(`order_paid ${order.number}`)
    if (order.lines.some(({ goods, state }) => this.world.goods[goods].isSent && state === 'sold'))
      order.messages.push('order.goods')
    if (!isDone) order.messages.push('order.receipt')
    if (!isWhole) order.messages.push('order.processing')
  }

  private announceSale(number: string, lines: readonly ModelLine[]): void {
    this.announce('order.paid', number)
    // A typed amount alone is delivered as well.
    if (lines.length === 0 || lines.some(({ isDelivered }) => isDelivered)) this.announce('order.delivered', number)
    if (lines.some(({ state }) => state === 'short')) {
      this.announce('order.processing', number)
      this.alerts.push(`order_short ${number}`)
    } else if (lines.every(({ isDelivered }) => isDelivered)) this.announce('order.completed', number)
  }

  /** Makes the merchant's next step with an order. Returns the reason if it is refused, or null. */
  move(order: ModelOrder, to: 'processing' | 'completed' | 'cancelled'): Refused | null {
    const { status } = order
    if (status === to) return to === 'completed' ? 'refused_transition' : null
    const isPaid = status === 'paid' || status === 'processing'
    if (to === 'cancelled' && status !== 'completed') this.cancelOrder(order, 'merchant')
    else if (to === 'processing' && status === 'paid') {
      order.status = to
      order.messages.push('order.processing')
      this.announce('order.processing', order.number)
    } else if (to === 'completed' && isPaid) this.complete(order)
    else return 'refused_transition'
    return null
  }

  private complete(order: ModelOrder): void {
    const missing = order.lines.filter(({ state }) => state === 'short')
    for (const line of missing) if (this.hasStock([line])) this.sellLine(Object.assign(line, { state: 'free' }))
    if (missing.some(({ goods, state }) => this.world.goods[goods].isSent && state === 'sold')) {
      order.messages.push('order.goods')
      this.announce('order.delivered', order.number)
    }
    for (const line of order.lines) line.isDelivered = true
    order.status = 'completed'
    this.announce('order.completed', order.number)
    order.messages.push('order.completed')
  }

  /** Cancels an order for its customer. Returns the reason if that is refused, or null. */
  leave(order: ModelOrder): Refused | null {
    if (order.status === 'cancelled') return null
    if (order.status !== 'pending' && order.status !== 'waiting_payment') return 'already_paid'
    this.cancelOrder(order, 'customer')
    return null
  }

  private cancelOrder(order: ModelOrder, by: Canceller): void {
    const open = order.payments.find(({ status }) => status === 'pending')
    if (open) this.end(open, 'cancelled', by)
    else this.finish(order, by)
  }

  /** Cancels an order without a code; goods that no customer has seen go back into stock. */
  private finish(order: ModelOrder, by: Canceller): void {
    for (const line of order.lines) {
      this.release(line)
      if (line.state !== 'sold' || line.isDelivered) continue
      if (this.stock[line.goods]) this.stock[line.goods]!.available += line.quantity - line.restocked
      Object.assign(line, { state: 'free', restocked: 0 })
    }
    order.status = 'cancelled'
    this.announce('order.cancelled', order.number)
    order.messages.push('order.cancelled')
    order.isRefundDue = this.owesRefund(order)
    if (order.isRefundDue) this.alerts.push(`refund_owed ${order.number}`)
    if (order.isRefundDue || (by !== 'merchant' && order.person !== null))
      this.alerts.push(`order_cancelled ${order.number}`)
  }

  // The counter

  shift(): ModelShift {
    return this.shifts.at(-1)!
  }

  openShift(id: number, opening: number): void {
    this.shifts.push({ id, opening, taken: 0, sales: 0, returned: 0, counted: null })
    this.announce('shift.opened', id)
  }

  closeShift(shift: ModelShift, counted: number): void {
    shift.counted = counted
    this.announce('shift.closed', shift.id)
  }

  expectedCash({ opening, taken, returned }: ModelShift): number {
    return opening + taken - returned
  }

  /** Returns the reason why a sale is refused, or null. */
  refusesSale({ lines, typed = 0, discount = 0 }: SoldGoods): Refused | null {
    const price = this.priceOf(lines) + typed
    if (this.openOrders(null) >= openOrdersMax) return 'too_many_open_orders'
    if (this.isSoldOut(lines) || !this.hasStock(lines)) return 'out_of_stock'
    return discount > Math.floor((price * this.world.discountMax) / 100) ? 'invalid_request' : null
  }

  /** Books a cash sale. Goods that are not in stock are short, because the customer already has them. */
  sell(number: string, { lines, typed = 0, discount = 0 }: SoldGoods, shift = this.shift()): void {
    const sold = lines.map(freshLine)
    for (const line of sold) this.sellLine(line)
    const isWhole = sold.every(({ state }) => state === 'sold')
    if (isWhole) for (const line of sold) line.isDelivered = true
    this.announce('order.placed', number)
    this.announceSale(number, sold)
    const sum = this.priceOf(lines) + typed - discount
    const status = isWhole ? 'completed' : 'processing'
    this.sales.push({ number, lines: sold, typed, discount, total: sum, at: this.now, status, returns: [] })
    shift.taken += sum
    shift.sales++
  }

  returnedOf({ returns }: ModelSale): number {
    return total(returns.map(({ amount }) => amount))
  }

  giveBack(sale: ModelSale, amount: number): void {
    sale.returns.push({ amount, at: this.now })
    this.shift().returned += amount
  }

  // Bills

  addBill(bill: Pick<ModelBill, 'id' | 'kind' | 'takesParts' | 'amount' | 'usesMax' | 'dueAt'>): void {
    this.bills.push({ ...bill, status: 'open', collected: 0, excess: 0, uses: 0, parts: [] })
    this.announce('bill.created', bill.id)
  }

  /** Predicts what opening a bill leads to: a payment of this amount, an open one, or a refusal. */
  openBill(bill: ModelBill, wished: number, browser: number): Opening {
    const open = bill.parts.filter(({ status }) => status === 'pending')
    const isShared = bill.kind === 'once' && !bill.takesParts
    const own = open.filter(part => isShared || part.browser === browser)
    const known = own.findLast(part => isShared || bill.kind === 'many' || part.amount === wished)
    if (known) return { known }
    if (bill.status === 'paid') return { refused: 'already_paid' }
    if (bill.status === 'closed') return { refused: 'expired' }
    const others = open.filter(part => !own.includes(part))
    if (bill.usesMax !== null && others.length >= bill.usesMax - bill.uses) return { refused: 'rate_limited' }
    if (bill.kind === 'many') return { amount: bill.amount, replaced: own }
    const left = bill.amount - bill.collected - total(others.map(({ amount }) => amount))
    if (bill.kind === 'once' && left <= 0) return { refused: 'refused_transition' }
    if (isShared) return { amount: left, replaced: [] }
    const most = bill.kind === 'open' ? bill.amount : left
    const leavesTooLittle = bill.takesParts && wished < left && left - wished < amountMin
    if (wished < Math.min(amountMin, most) || wished > most || leavesTooLittle)
      return { refused: 'amount_out_of_range' }
    return { amount: wished, replaced: own }
  }

  /** Records the payment that was created for a bill. */
  startPart(bill: ModelBill, payment: NewPayment, browser: number, replaced: ModelPayment[]): void {
    for (const other of replaced) this.end(other, 'cancelled')
    const isShared = bill.kind === 'once' && !bill.takesParts
    this.create(payment, { bill, browser, lifetime: isShared ? lifetime : publicLifetime })
  }

  private collect(bill: ModelBill, amount: number): void {
    bill.uses++
    if (bill.kind === 'once') this.collectDue(bill, amount)
    else {
      bill.collected += amount
      this.announce('bill.used', bill.id)
      if (bill.status !== 'closed' && bill.uses >= (bill.usesMax ?? Infinity)) this.markClosed(bill)
    }
    // Payers of a bill that is over do not pay in vain.
    if (bill.status === 'paid' || bill.status === 'closed') this.endParts(bill)
  }

  /** Counts money for a bill of one payer; what is more than due has to be returned. */
  private collectDue(bill: ModelBill, amount: number): void {
    const counted = Math.min(bill.amount - bill.collected, amount)
    bill.collected += counted
    bill.excess += amount - counted
    if (bill.collected === bill.amount) bill.status = 'paid'
    else if (bill.status === 'open') bill.status = 'partly_paid'
    if (counted > 0) this.announce(bill.status === 'paid' ? 'bill.paid' : 'bill.partly_paid', bill.id)
    if (counted < amount) this.announce('bill.overpaid', bill.id)
  }

  /** Closes a bill. Returns the reason if that is refused, or null. */
  closeBill(bill: ModelBill): Refused | null {
    if (bill.status === 'paid') return 'refused_transition'
    this.endParts(bill)
    if (bill.status !== 'closed') this.markClosed(bill)
    return null
  }

  private markClosed(bill: ModelBill): void {
    bill.status = 'closed'
    this.announce('bill.closed', bill.id)
  }

  private endParts(bill: ModelBill): void {
    for (const part of bill.parts) if (part.status === 'pending') this.end(part, 'cancelled')
  }

  // Withdrawals

  /** Returns the live money that can be withdrawn. */
  balance(): number {
    const kept = this.withdrawals.filter(({ status }) => status !== 'rejected' && status !== 'failed')
    return this.world.balance - total(kept.map(({ amount }) => amount))
  }

  refusesWithdrawal(amount: number): Refused | null {
    if (amount < withdrawalMin) return 'invalid_request'
    return amount > this.balance() ? 'insufficient_balance' : null
  }

  withdraw(id: string, amount: number): void {
    this.withdrawals.push({ id, amount, status: 'requested' })
  }

  /** Makes the operator's step with a withdrawal. Returns the reason if it is refused, or null. */
  decide(withdrawal: ModelWithdrawal, to: keyof typeof steps): Refused | null {
    if (withdrawal.status !== steps[to]) return 'refused_transition'
    withdrawal.status = to
    return null
  }

  // Sums

  /** Returns the sums that all views must agree with, of all days or one. */
  sums(day?: string) {
    const isOn = (minute: number | null) => minute !== null && (day === undefined || this.dayOf(minute) === day)
    const created = this.payments.filter(({ createdAt }) => isOn(createdAt))
    const paid = created.filter(({ status }) => status === 'paid')
    const taken = this.payments.filter(({ bookedAt }) => isOn(bookedAt))
    const given = this.refunds.filter(({ at }) => isOn(at))
    const undone = this.refunds.filter(({ correctedAt }) => isOn(correctedAt))
    const sales = this.sales.filter(({ at }) => isOn(at))
    const returns = this.sales.flatMap(sale => sale.returns.filter(({ at }) => isOn(at)))
    const amounts = (items: readonly { amount: number }[]) => total(items.map(({ amount }) => amount))
    return {
      payments: created.length,
      paid: paid.length,
      revenue: total(paid.map(one => one.paidBy!.amount)),
      /** The money that came in, on the day on which it was booked. */
      booked: total(taken.map(one => one.paidBy!.amount)),
      bookings: taken.length,
      refunded: amounts(given) - amounts(undone),
      cash: total(sales.map(sale => sale.total)),
      sales: sales.length,
      cashReturned: amounts(returns),
    }
  }
}

/** The goods of an order or a sale. */
export interface SoldGoods {
  lines: readonly WantedLine[]
  typed?: number
  discount?: number
}

const freshLine = ({ goods, quantity, choices }: WantedLine): ModelLine => {
  return { goods, quantity, choices, state: 'free', isDelivered: false, restocked: 0 }
}
