import type { Way } from './act.ts'
import { guessPayment } from './guess-payment.ts'
import {
  type Canceller,
  type Details,
  freshLine,
  type Handing,
  type HeldSale,
  isDelivered,
  isWallet,
  type ModelBill,
  type ModelEvent,
  type ModelLine,
  type ModelOrder,
  type ModelPayment,
  type ModelRefund,
  type ModelSale,
  type ModelShift,
  type ModelTransfer,
  type ModelWithdrawal,
  type NewOrder,
  type NewPayment,
  type NewRefund,
  newOrder,
  newPayment,
  type Opening,
  type Refused,
  type SaleMoney,
  type SoldGoods,
  type WantedLine,
} from './model-types.ts'
import type { GoodsName, World } from './world.ts'

const lifetime = 30
/** The lifetime of a payment that everyone who knows a bill's address could create. */
const publicLifetime = 9
/** How many minutes an order waits for its customer to request a code again. */
const pendingAtMost = 1_440
/** For how many minutes after a payment's end money of its amount still belongs to it. */
const heldAfter = 60
const openOrdersMax = 3
/** For how many minutes goods are held for an order without a code. */
const holdPeriod = 15
/** For how many minutes a merchant's step can be undone. */
const undoPeriod = 1
/** The stock at which the owner is warned. */
export const lowStockAt = 2
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
  latest = 0
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
  /** The free serial lines, by their numbers. */
  readonly units: number[]
  /** The number of all serial lines. */
  unitCount: number
  /** The numbers in stock that the merchant has set: `mug 4`. */
  readonly told: string[] = []
  private readonly low = new Set<string>()
  /** The events that webhooks receive, in order for each object. */
  readonly events: ModelEvent[] = []
  /** The messages in the merchant's chat: `order_paid ORD-1`. */
  readonly alerts: string[] = []
  /** The options that are sold out. */
  readonly soldOut = new Set<string>()
  /** Whether late money pays its payment automatically. */
  acceptsLateMoney = false
  readonly world: World
  private readonly startsAt: number

  /** Begins a month at a moment, in milliseconds since 1970. */
  constructor(world: World, startsAt: number) {
    this.world = world
    this.startsAt = startsAt
    const stockOf = (count: number | null) => (count === null ? null : { available: count, reserved: 0 })
    const counts = Object.entries(world.goods).map(([name, { count }]) => [name, stockOf(count)])
    this.stock = Object.fromEntries(counts)
    this.units = Array.from({ length: world.goods.token.count! }, (_, index) => index + 1)
    this.unitCount = this.units.length
  }

  // Time

  /** Moves the clock, also backwards. */
  wait(minutes: number): void {
    this.now += minutes
    this.latest = Math.max(this.latest, this.now)
    this.sweep()
  }

  /** Does what is due. */
  private sweep(): void {
    for (const payment of this.payments) {
      if (payment.status === 'pending' && this.now > payment.createdAt + payment.lifetime) this.end(payment, 'expired')
    }
    for (const order of this.orders) if (order.status === 'pending') this.sweepPending(order)
    for (const bill of this.bills) {
      const isDue = bill.dueAt !== null && this.now >= bill.dueAt
      if (!isDue || (bill.status !== 'open' && bill.status !== 'partly_paid')) continue
      bill.status = 'overdue'
      this.announce('bill.overdue', bill.id)
    }
  }

  private sweepPending(order: ModelOrder): void {
    if (order.heldUntil !== null && this.now >= order.heldUntil) {
      for (const line of order.lines) this.release(line)
      order.heldUntil = null
    }
    if (this.now >= order.pendingSince + pendingAtMost) this.cancelOrder(order, 'unpaid')
  }

  private announce(type: string, id: string | number, change: ModelEvent['change'] = null): void {
    this.events.push({ type, id, at: this.now, change })
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
    const made = { ...newPayment, ...payment, createdAt: this.now, lifetime, ...more }
    this.payments.push(made)
    this.announce('payment.created', made.invoiceId)
    made.order?.payments.push(made)
    made.bill?.parts.push(made)
    return made
  }

  cancel(payment: ModelPayment): void {
    this.end(payment, 'cancelled', 'merchant')
  }

  /** Returns the payment that has a reference: one that is open, or paid and not refunded. */
  holderOfReference(reference: string | null): ModelPayment | undefined {
    if (reference === null) return undefined
    return this.payments.find(one => one.details?.reference === reference && this.isKept(one))
  }

  private isKept({ status, refunded, paidBy }: ModelPayment): boolean {
    return status === 'pending' || (status === 'paid' && refunded < paidBy!.amount)
  }

  /** Returns whether money for a payment with this reference waits for a decision. */
  isWaitingFor(reference: string): boolean {
    const waiting = this.transfers.filter(({ state }) => state === 'review')
    return waiting.some(({ payment, likely }) => (payment ?? likely)?.details?.reference === reference)
  }

  /** Returns the payment that has replaced another one of the same reference. */
  replacementOf(payment: ModelPayment): ModelPayment | undefined {
    const reference = payment.details?.reference ?? null
    const others = this.payments.filter(one => one !== payment && one.details?.reference === reference).reverse()
    if (reference === null) return undefined
    return others.find(one => this.isKept(one)) ?? others.find(one => one.createdAt > payment.createdAt)
  }

  /** Ends a payment unpaid; the order that it was to pay is cancelled with it. */
  private end(payment: ModelPayment, status: 'expired' | 'cancelled', reason = 'order_cancelled', by?: Canceller) {
    payment.status = status
    payment.endedAt = this.now
    this.announce(`payment.${status}`, payment.invoiceId, status === 'expired' ? null : { reason })
    const { order } = payment
    if (order?.status !== 'waiting_payment') return
    for (const line of order.lines) this.release(line)
    if (status === 'expired') {
      Object.assign(order, { status: 'pending', pendingSince: this.now })
      order.messages.push('order.code_expired')
    } else this.finish(order, by ?? 'merchant')
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
    const isLate = payment?.status === 'expired' && this.acceptsLateMoney && !this.replacementOf(payment)
    const pays = payment?.status === 'pending' || isLate
    const holds = this.payments.filter(isWallet).map(this.heldFor)
    const guess = payment ? null : guessPayment(money.amount, this.now, holds)
    const reason = isLate ? null : payment ? reasons[payment.status] : (guess?.reason ?? 'unmatched')
    const likely = this.payments.find(one => one.invoiceId === guess?.invoiceId) ?? null
    const state = pays ? 'settled' : 'review'
    const transfer: ModelTransfer = { ...money, at: this.now, state, reason, payment, likely, note: null }
    this.transfers.push(transfer)
    if (pays) this.markPaid(payment!, transfer)
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
      const { heldFrom, heldUntil } = this.heldFor(one)
      return isWallet(one) && one.finalAmount === amount && heldFrom <= this.now && this.now <= heldUntil
    })
    return holders.at(-1) ?? null
  }

  /** Returns when money of its amount belongs to a payment. */
  private heldFor(payment: ModelPayment) {
    const { createdAt, lifetime: lives, endedAt } = payment
    const heldUntil = endedAt === null ? Infinity : Math.max(endedAt, createdAt + lives + heldAfter)
    return { ...payment, heldFrom: createdAt, heldUntil }
  }

  /** Returns the reason why money in review cannot pay a payment, by default the one that it belongs to; or null. */
  refusesAcceptance(transfer: ModelTransfer, payment = transfer.payment ?? transfer.likely): Refused | null {
    if (!payment) return 'invalid_request'
    // Money never moves to another account than the one that received it.
    const isInWallet = isWallet(payment) && (transfer.payment === null || isWallet(transfer.payment))
    if (payment !== transfer.payment && !isInWallet) return 'invalid_request'
    if (payment.status === 'paid') return 'already_paid'
    if (payment.status === 'cancelled') return 'refused_transition'
    return this.replacementOf(payment) ? 'payment_replaced' : null
  }

  accept(transfer: ModelTransfer, note: string | null, payment = transfer.payment ?? transfer.likely!): void {
    Object.assign(transfer, { state: 'settled', payment, note })
    this.markPaid(payment, transfer)
    this.announce('transfer.reviewed', transfer.reference, { outcome: 'accepted' })
  }

  /** Records that money in review was sent back, or is not cared about. */
  dismiss(transfer: ModelTransfer, as: 'refunded' | 'ignored', note: string): void {
    Object.assign(transfer, { state: as, note })
    this.announce('transfer.reviewed', transfer.reference, { outcome: as })
    if (as === 'refunded') transfer.payment?.order?.messages.push('order.money_returned')
  }

  private markPaid(payment: ModelPayment, transfer: ModelTransfer): void {
    const { order, bill, status: from } = payment
    const isLate = from === 'expired' || transfer.at > payment.createdAt + payment.lifetime
    const { amount: paid_amount, reference: paid_reff_num, payer: payer_name } = transfer
    const change = { from, paid_amount, paid_late: isLate, paid_reff_num, payer_name }
    Object.assign(payment, { status: 'paid', paidBy: transfer, paidAt: transfer.at, bookedAt: this.now })
    this.announce('payment.paid', payment.invoiceId, change)
    payment.endedAt ??= this.now
    if (bill) this.collect(bill, payment)
    if (!order) return void this.alerts.push(`payment_paid ${payment.invoiceId}`)
    if (order.status === 'pending' || order.status === 'waiting_payment') {
      this.payOrder(order, { invoice_id: payment.invoiceId, paid_amount, paid_late: isLate })
      // A newer code of the order is no longer needed.
      for (const other of order.payments) if (other.status === 'pending') this.end(other, 'cancelled')
    } else {
      order.isRefundDue = true
      const reason = order.status === 'cancelled' ? 'cancelled' : 'paid_twice'
      this.announce('order.paid_in_vain', order.number, { invoice_id: payment.invoiceId, paid_amount, reason })
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

  /** Returns what some units of the lines of a paid order cost, but at most what is left of its money. */
  priceOfUnits({ order, paidBy, refunded }: ModelPayment, quantity: number): number {
    const costs = order!.lines.map(line => Math.round((this.priceOf([line]) * quantity) / line.quantity))
    return Math.min(paidBy!.amount - refunded, total(costs))
  }

  refund(payment: ModelPayment, { restocks, units = Infinity, ...noted }: NewRefund): void {
    const { amount, id: refund_id, reason, state } = noted
    const isRestocked = restocks && state === 'succeeded'
    const times = { at: this.now, correctedAt: null, correctedFor: null }
    this.refunds.push({ ...noted, payment, restocks: isRestocked, ...times })
    if (state === 'failed') return
    this.addRefunded(payment, amount)
    this.announce('payment.refunded', payment.invoiceId, { amount, refund_id, reason })
    for (const line of restocks ? this.restockable(payment) : []) {
      const back = Math.min(units, line.quantity - line.restocked)
      this.stock[line.goods]!.available += back
      line.restocked += back
    }
    const { bill, order } = payment
    order?.messages.push('order.money_returned')
    if (bill) bill.excess = Math.max(0, bill.excess - Math.min(amount, payment.amount))
    if (order?.isRefundDue) order.isRefundDue = this.owesRefund(order)
  }

  correct(refund: ModelRefund, reason: string | null): void {
    if (refund.correctedAt !== null) return
    const { payment, amount } = refund
    Object.assign(refund, { correctedAt: this.now, correctedFor: reason })
    this.addRefunded(payment, -amount)
    this.announce('payment.refunded', payment.invoiceId, { amount: -amount, refund_id: null, reason })
    const { order } = payment
    if (order) order.isRefundDue = this.owesRefund(order)
  }

  private addRefunded(payment: ModelPayment, amount: number): void {
    payment.refunded += amount
    const own = this.refunds.filter(refund => refund.payment === payment && refund.state === 'succeeded')
    const latest = Math.max(...own.map(({ at, correctedAt }) => Math.max(at, correctedAt ?? at)))
    payment.refundedAt = payment.refunded > 0 ? latest : null
  }

  private owesRefund(order: ModelOrder): boolean {
    return this.countKept(order) > (order.status === 'cancelled' ? 0 : 1)
  }

  private countKept({ payments }: ModelOrder): number {
    return payments.filter(one => one.status === 'paid' && this.isKept(one)).length
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
    if (this.world.goods[line.goods].isSent) line.units = this.units.splice(0, line.quantity)
    line.state = 'held'
    return true
  }

  private release(line: ModelLine): void {
    const stock = this.stock[line.goods]
    if (line.state !== 'held') return
    if (stock) stock.available += line.quantity
    if (stock) stock.reserved -= line.quantity
    this.units.push(...line.units.splice(0))
    this.units.sort((one, other) => one - other)
    line.state = 'free'
  }

  /** Sells a line, which is held if it can be. */
  private sellLine(line: ModelLine): void {
    if (line.state === 'free' && !this.hold(line)) line.state = 'short'
    if (line.state !== 'held') return
    const stock = this.stock[line.goods]
    if (stock) stock.reserved -= line.quantity
    line.state = 'sold'
    if (this.world.goods[line.goods].isSent) line.deliveredAt = this.now
  }

  /** Sets the number of goods in stock. */
  setStock(goods: GoodsName, available: number): void {
    const stock = this.stock[goods]!
    if (stock.available !== available) this.told.push(`${goods} ${available}`)
    stock.available = available
  }

  /** Warns the owner once of each of the goods with little stock. */
  watchStock(): void {
    for (const [goods, stock] of Object.entries(this.stock) as [GoodsName, { available: number } | null][]) {
      const isLow = stock !== null && stock.available <= lowStockAt
      if (isLow && !this.low.has(goods)) this.announce('stock.low', goods)
      if (isLow) this.low.add(goods)
      else this.low.delete(goods)
    }
  }

  /** Adds serial lines, which are sold after the earlier ones. */
  addUnits(numbers: number[]): void {
    this.units.push(...numbers)
    this.unitCount += numbers.length
    this.stock.token!.available += numbers.length
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
    if (!this.hasStock(lines)) return 'out_of_stock'
    return this.priceOf(lines) < this.world.rules.orderMin ? 'amount_out_of_range' : null
  }

  refusesCoupon(order: ModelOrder): boolean {
    const uses = this.orders.filter(({ hasCoupon, status }) => hasCoupon && status !== 'cancelled')
    return uses.length >= this.world.coupon.usesMax || uses.some(({ person }) => person === order.person)
  }

  private openOrders(person: number | null, besides?: ModelOrder): number {
    const open = this.orders.filter(({ status, heldUntil }) => {
      return status === 'waiting_payment' || (status === 'pending' && heldUntil !== null && heldUntil > this.now)
    })
    return open.filter(one => one.person === person && one !== besides).length
  }

  /** Holds the goods of a new order; its customer may request a code for it next. */
  placeOrder(order: NewOrder, { lines, typed = 0, discount = 0 }: SoldGoods): ModelOrder {
    const times = { createdAt: this.now, pendingSince: this.now, heldUntil: this.now + holdPeriod }
    const lists = { lines: lines.map(freshLine), payments: [], messages: [] }
    const placed = { ...newOrder, ...order, ...times, ...lists, typed, discount }
    for (const line of placed.lines) this.hold(line)
    this.orders.push(placed)
    this.announce('order.placed', placed.number)
    return placed
  }

  useCoupon(order: ModelOrder): void {
    order.hasCoupon = true
    order.discount = Math.min(this.world.coupon.off, this.totalOf(order) - amountMin)
  }

  /** Returns the reason why a customer gets no new code for an order without one; or null. */
  refusesCode(order: ModelOrder): Refused | null {
    if (order.status === 'cancelled') return 'expired'
    if (order.status !== 'pending') return 'already_paid'
    if (this.openOrders(order.person, order) >= openOrdersMax) return 'too_many_open_orders'
    return this.hasStock(order.lines.filter(({ state }) => state === 'free')) ? null : 'out_of_stock'
  }

  totalOf({ lines, typed, discount, handing }: Pick<ModelOrder, 'lines' | 'typed' | 'discount' | 'handing'>): number {
    return this.priceOf(lines) + typed - discount + (handing?.fee ?? 0)
  }

  /** Predicts how goods reach their customer, and what that costs; null if nothing is handed over. */
  handOver(lines: readonly WantedLine[], { way, zone: index, table }: Way): Handing | null {
    const weights = lines.map(({ goods, quantity }) => quantity * (this.world.goods[goods].weight ?? 0))
    if (lines.every(({ goods }) => this.world.goods[goods].weight === null)) return null
    const { zones, freeDeliveryFrom } = this.world.rules
    const zone = way === 'delivery' ? zones[index % zones.length]! : null
    const kilograms = Math.max(1, Math.ceil(total(weights) / 1_000))
    const isFree = zone === null || this.priceOf(lines) >= freeDeliveryFrom
    const fee = isFree ? 0 : zone.fee + (kilograms - 1) * zone.perKg
    return { way, zone: zone?.name ?? null, table: way === 'dine_in' ? table : null, fee }
  }

  /** Records that a code was created for a pending order. */
  waitForPayment(order: ModelOrder, payment: NewPayment, details: Details | null = null): void {
    for (const line of order.lines) if (line.state === 'free') this.hold(line)
    Object.assign(order, { status: 'waiting_payment', heldUntil: null })
    this.announce('order.waiting_payment', order.number, { invoice_id: payment.invoiceId })
    order.messages.push('order.code')
    this.create(payment, { order, details })
  }

  private payOrder(order: ModelOrder, money: SaleMoney): void {
    for (const line of order.lines) this.sellLine(line)
    const isWhole = order.lines.every(({ state }) => state === 'sold')
    const isCounter = order.person === null
    if (isCounter && isWhole) for (const line of order.lines) line.deliveredAt ??= this.now
    const isDone = order.lines.every(isDelivered)
    order.status = !isWhole ? 'processing' : isDone ? 'completed' : 'paid'
    Object.assign(order, { wasPaid: true, heldUntil: null })
    this.announceSale(order.number, order.lines, money)
    if (!isCounter) this.alerts.push(`order_paid ${order.number}`)
    if (order.lines.some(({ goods, state }) => this.world.goods[goods].isSent && state === 'sold'))
      order.messages.push('order.goods')
    if (!isDone) order.messages.push('order.receipt')
    if (!isWhole) order.messages.push('order.processing')
  }

  private announceSale(number: string, lines: readonly ModelLine[], money: SaleMoney): void {
    const isDone = lines.every(isDelivered)
    this.announce('order.paid', number, { ...money, needs_hands: !isDone })
    // A typed amount alone is delivered as well.
    if (lines.length === 0 || lines.some(isDelivered)) this.announce('order.delivered', number)
    if (lines.some(({ state }) => state === 'short')) {
      this.announce('order.processing', number, { is_short: true })
      this.alerts.push(`order_short ${number}`)
    } else if (isDone) this.announce('order.completed', number, { by: 'delivery' })
  }

  /** Makes the merchant's next step with an order. Returns the reason if it is refused, or null. */
  move(order: ModelOrder, to: 'processing' | 'completed' | 'cancelled'): Refused | null {
    const { status } = order
    if (status === to) return to === 'completed' ? 'refused_transition' : null
    const isPaid = status === 'paid' || status === 'processing'
    if (to === 'cancelled' && status !== 'completed') this.cancelOrder(order, 'merchant')
    else if (to === 'processing' && status === 'paid') {
      Object.assign(order, { status: to, moved: { from: status, at: this.now } })
      order.messages.push('order.processing')
      this.announce('order.processing', order.number, { is_short: false })
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
    for (const line of order.lines) line.deliveredAt ??= this.now
    Object.assign(order, { status: 'completed', moved: { from: order.status, at: this.now } })
    this.announce('order.completed', order.number, { by: 'merchant' })
    order.messages.push('order.completed')
  }

  /** Undoes the merchant's last step with an order. Returns the reason if that is refused, or null. */
  undo(order: ModelOrder): Refused | null {
    const { moved, status: was, wasPaid, lines } = order
    if (moved === null || this.now - moved.at > undoPeriod) return 'refused_transition'
    if (this.isSentSince(order, moved.at) || this.hasOtherMoney(order, moved.at)) return 'refused_transition'
    const free = lines.filter(({ state }) => was === 'cancelled' && state === 'free')
    if (!this.hasStock(free)) return 'out_of_stock'
    for (const line of free) this.hold(line)
    for (const line of wasPaid ? free : []) this.sellLine(line)
    const handed = lines.filter(({ goods }) => was === 'completed' && !this.world.goods[goods].isSent)
    for (const line of handed) line.deliveredAt = null
    Object.assign(order, { status: wasPaid ? moved.from : 'pending', moved: null, cancelledBy: null })
    order.heldUntil = wasPaid ? null : this.now + holdPeriod
    order.isRefundDue = wasPaid && this.owesRefund(order)
    this.announce('order.undone', order.number, { was })
    order.messages.push('order.undone')
    this.sweep()
    return null
  }

  /** Returns whether serial lines were sent with the completion of an order. */
  private isSentSince({ status, lines }: ModelOrder, at: number): boolean {
    const sent = lines.filter(({ goods }) => this.world.goods[goods].isSent)
    return status === 'completed' && sent.some(({ deliveredAt }) => deliveredAt === at)
  }

  /** Returns whether its money was refunded since then, or arrived for an order that was cancelled unpaid. */
  private hasOtherMoney(order: ModelOrder, at: number): boolean {
    const kept = this.countKept(order)
    const isRefunded = order.payments.some(({ refundedAt }) => refundedAt !== null && refundedAt >= at)
    return order.wasPaid ? kept === 0 && isRefunded : kept > 0
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
    if (open) this.end(open, 'cancelled', 'order_cancelled', by)
    else this.finish(order, by)
  }

  /** Cancels an order without a code; goods that no customer has seen go back into stock. */
  private finish(order: ModelOrder, by: Canceller): void {
    for (const line of order.lines) {
      this.release(line)
      if (line.state !== 'sold' || isDelivered(line)) continue
      if (this.stock[line.goods]) this.stock[line.goods]!.available += line.quantity - line.restocked
      Object.assign(line, { state: 'free', restocked: 0 })
    }
    if (by === 'merchant') order.moved = { from: order.status, at: this.now }
    Object.assign(order, { status: 'cancelled', cancelledBy: by, heldUntil: null })
    order.messages.push('order.cancelled')
    order.isRefundDue = this.owesRefund(order)
    this.announce('order.cancelled', order.number, { by, refund_due: order.isRefundDue })
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
    if (isWhole) for (const line of sold) line.deliveredAt = this.now
    const sum = this.priceOf(lines) + typed - discount
    this.announce('order.placed', number)
    this.announceSale(number, sold, { invoice_id: null, paid_amount: sum, paid_late: false })
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
    for (const other of replaced) this.end(other, 'cancelled', 'customer')
    const isShared = bill.kind === 'once' && !bill.takesParts
    this.create(payment, { bill, browser, lifetime: isShared ? lifetime : publicLifetime })
  }

  private collect(bill: ModelBill, { invoiceId: invoice_id, amount }: ModelPayment): void {
    bill.uses++
    if (bill.kind === 'once') this.collectDue(bill, amount, invoice_id)
    else {
      bill.collected += amount
      this.announce('bill.used', bill.id, { invoice_id, amount })
      if (bill.status !== 'closed' && bill.uses >= (bill.usesMax ?? Infinity)) this.markClosed(bill)
    }
    // Payers of a bill that is over do not pay in vain.
    if (bill.status === 'paid' || bill.status === 'closed') this.endParts(bill)
  }

  /** Counts money for a bill of one payer; what is more than due has to be returned. */
  private collectDue(bill: ModelBill, amount: number, invoice_id: string): void {
    const counted = Math.min(bill.amount - bill.collected, amount)
    bill.collected += counted
    bill.excess += amount - counted
    if (bill.collected === bill.amount) bill.status = 'paid'
    else if (bill.status === 'open') bill.status = 'partly_paid'
    const type = bill.status === 'paid' ? 'bill.paid' : 'bill.partly_paid'
    if (counted > 0) this.announce(type, bill.id, { invoice_id, amount: counted })
    if (counted < amount) this.announce('bill.overpaid', bill.id, { invoice_id, amount: amount - counted })
  }

  /** Closes a bill. Returns the reason if that is refused, or null. */
  closeBill(bill: ModelBill): Refused | null {
    if (bill.status === 'paid') return 'refused_transition'
    this.endParts(bill, 'merchant')
    if (bill.status !== 'closed') this.markClosed(bill)
    return null
  }

  private markClosed(bill: ModelBill): void {
    bill.status = 'closed'
    this.announce('bill.closed', bill.id)
  }

  private endParts(bill: ModelBill, reason?: string): void {
    for (const part of bill.parts) if (part.status === 'pending') this.end(part, 'cancelled', reason)
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
}
