import type { Way } from './act.ts'
import { guessPayment } from './guess-payment.ts'
import { ModelStock } from './model-stock.ts'
import type * as T from './model-types.ts'
import { freshLine, isDelivered, isOnItsWay, newOrder, newPayment } from './model-types.ts'
import type { World } from './world.ts'

/** The lifetime of a payment that everyone who knows a bill's address could create. */
const publicLifetime = 9
/** How many minutes an order waits for its customer to request a code again. */
export const pendingAtMost = 1_440
/** For how many minutes after a payment's end money of its amount still belongs to it. */
const heldAfter = 60
const openOrdersMax = 3
/** For how many minutes goods are held for an order without a code. */
const holdPeriod = 15
/** For how many minutes a merchant's step can be undone. */
export const undoPeriod = 1
/** After how many minutes a parcel counts as received. */
export const arrivalPeriod = 7 * 1_440
export const amountMin = 1_000
const withdrawalMin = 10_000
/** The status that a withdrawal must have before another one. */
const steps = { approved: 'requested', sent: 'approved', rejected: 'requested', failed: 'approved' } as const

/** Why money for a payment that has ended is in review. */
const reasons = { paid: 'paid_twice', cancelled: 'cancelled' } as const

const total = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)

/**
 * Predicts the state of a shop after a list of acts, as simply as possible: one act after the other, on objects in
 * memory. It uses none of the product's code.
 */
export class Model {
  now = 0
  /** The latest time so far: the clock may go back. */
  latest = 0
  readonly payments: T.ModelPayment[] = []
  readonly orders: T.ModelOrder[] = []
  readonly transfers: T.ModelTransfer[] = []
  readonly refunds: T.ModelRefund[] = []
  /** The refunds whose reasons were changed, each time. */
  readonly reworded: T.ModelRefund[] = []
  /** The notifications of phones about money. */
  readonly sightings: T.ModelSighting[] = []
  /** The unreadable rows of the wallet. */
  readonly rows: T.ModelRow[] = []
  readonly sales: T.ModelSale[] = []
  readonly held: T.HeldSale[] = []
  readonly shifts: T.ModelShift[] = []
  readonly bills: T.ModelBill[] = []
  readonly withdrawals: T.ModelWithdrawal[] = []
  readonly stock: ModelStock
  /** The events that webhooks receive, in order for each object. */
  readonly events: T.ModelEvent[] = []
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
    this.stock = new ModelStock(world)
  }

  // Time

  /** Moves the clock, also backwards. Money that arrived before is found only now, but in time. */
  wait(minutes: number, arrived: { money: T.NewMoney; payment: T.ModelPayment }[] = []): void {
    const at = this.now
    this.now += minutes
    this.latest = Math.max(this.latest, this.now)
    for (const { money, payment } of arrived) this.receive(money, payment, at)
    this.sweep()
  }

  /** Does what is due. */
  private sweep(): void {
    for (const payment of this.payments) {
      const isOver = payment.status === 'pending' && this.now > payment.createdAt + payment.lifetime
      if (isOver && !this.mayBeAside(payment)) this.end(payment, 'expired')
    }
    for (const order of this.orders) if (order.status === 'pending') this.sweepPending(order)
    const arrived = this.orders.filter(one => isOnItsWay(one) && this.now >= one.parcel!.at + arrivalPeriod)
    for (const order of arrived) this.arrive(order, 'time')
    const due = this.bills.filter(
      ({ dueAt, status }) => this.now >= (dueAt ?? Infinity) && /^(open|partly)/.test(status),
    )
    for (const bill of due) {
      bill.status = 'overdue'
      this.announce('bill.overdue', bill.id)
    }
  }

  /** Returns whether an unreadable row of the wallet may be the money of a payment. */
  private mayBeAside({ method, createdAt, finalAmount }: T.ModelPayment): boolean {
    const open = this.rows.filter(({ resolvedBy, at }) => resolvedBy === null && at >= createdAt)
    return method === 'wallet_direct' && open.some(({ amount }) => (amount ?? finalAmount) === finalAmount)
  }

  /** Records that a row can be read now, or was checked by a person. */
  clear(row: T.ModelRow, by: 'user' | 'provider'): void {
    Object.assign(row, { resolvedBy: by, resolvedAt: this.now })
    this.sweep()
  }

  private sweepPending(order: T.ModelOrder): void {
    if (order.heldUntil !== null && this.now >= order.heldUntil) {
      for (const line of order.lines) this.stock.release(line)
      order.heldUntil = null
    }
    if (this.now >= order.pendingSince + pendingAtMost) this.cancelOrder(order, 'unpaid')
  }

  private announce(type: string, id: string | number, change: T.ModelEvent['change'] = null): void {
    const order = this.orders.find(({ number }) => number === id)
    const state = order ? { status: order.status, parcel: order.parcel, total: this.totalOf(order) } : null
    this.events.push({ type, id, at: this.now, change, order: state })
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

  create(payment: T.NewPayment, more: Partial<T.ModelPayment> = {}): T.ModelPayment {
    const made = { ...newPayment, ...payment, createdAt: this.now, lifetime: this.world.lifetime, ...more }
    this.payments.push(made)
    this.announce('payment.created', made.invoiceId)
    made.order?.payments.push(made)
    made.bill?.parts.push(made)
    return made
  }

  cancel(payment: T.ModelPayment): void {
    this.end(payment, 'cancelled', 'merchant')
  }

  /** Returns the payment that has a reference: one that is open, or paid and not refunded. */
  holderOfReference(reference: string | null): T.ModelPayment | undefined {
    if (reference === null) return undefined
    return this.payments.find(one => one.details?.reference === reference && this.isKept(one))
  }

  private isKept({ status, refunded, paidBy }: T.ModelPayment): boolean {
    return status === 'pending' || (status === 'paid' && refunded < paidBy!.amount)
  }

  /** Returns whether money for a payment with this reference waits for a decision. */
  isWaitingFor(reference: string): boolean {
    const waiting = this.transfers.filter(({ state }) => state === 'review')
    return waiting.some(({ payment, likely }) => (payment ?? likely)?.details?.reference === reference)
  }

  /** Returns the payment that has replaced another one of the same reference. */
  replacementOf(payment: T.ModelPayment): T.ModelPayment | undefined {
    const reference = payment.details?.reference ?? null
    const others = this.payments.filter(one => one !== payment && one.details?.reference === reference).reverse()
    if (reference === null) return undefined
    return others.find(one => this.isKept(one)) ?? others.find(one => one.createdAt > payment.createdAt)
  }

  /** Ends a payment unpaid; the order that it was to pay is cancelled with it. */
  private end(payment: T.ModelPayment, status: 'expired' | 'cancelled', reason = 'order_cancelled', by?: T.Canceller) {
    payment.status = status
    payment.endedAt = this.now
    this.announce(`payment.${status}`, payment.invoiceId, status === 'expired' ? null : { reason })
    const { order } = payment
    if (order?.status !== 'waiting_payment') return
    for (const line of order.lines) this.stock.release(line)
    if (status === 'expired') {
      Object.assign(order, { status: 'pending', pendingSince: this.now })
      order.messages.push('order.code_expired')
    } else this.finish(order, by ?? 'merchant')
  }

  // Money

  /** Receives money: by a provider's code for its payment, and otherwise for the holder of the amount. */
  receive(money: T.NewMoney, payment?: T.ModelPayment | null, at = this.now): T.ModelTransfer {
    const owner = payment === undefined ? this.holderOf(money, at) : payment
    const holds = this.payments.filter(({ method }) => method === money.method).map(this.heldFor)
    const guess = owner ? null : guessPayment(money.amount, at, holds)
    const reason = owner ? this.judge(owner, money, at) : (guess?.reason ?? 'unmatched')
    const likely = this.payments.find(one => one.invoiceId === guess?.invoiceId) ?? null
    const facts = { at, receivedAt: this.now, note: null, decidedAt: null, repeats: null }
    const state = reason === null ? 'settled' : 'review'
    const transfer: T.ModelTransfer = { ...money, ...facts, state, reason, payment: owner, first: owner, likely }
    this.transfers.push(transfer)
    if (reason === null) this.markPaid(owner!, transfer)
    else {
      this.announce('transfer.in_review', transfer.reference)
      this.alerts.push(`transfer_in_review ${transfer.amount}`)
      owner?.order?.messages.push('order.money_in_review')
    }
    return transfer
  }

  /** Receives the notification of a phone: about new money, or about money that the other phone reported. */
  see(device: string, id: string, money: T.NewMoney): void {
    if (this.sightings.some(one => one.id === id)) return
    const holder = this.holderOf(money, this.now)
    const others = this.findReportedElsewhere(device, money)
    const isOf = ({ payment, likely }: T.ModelTransfer) => !holder || (payment ?? likely) === holder
    const same = others.find(({ transfer, apart }, index) => (index === 0 && apart <= 2) || isOf(transfer))?.transfer
    // Only a person can decide whether the other phone is late, or this is new money.
    const repeats = same ? null : (others[0]?.transfer ?? null)
    const transfer = same ?? this.receive({ ...money, isDoubtful: money.isDoubtful || repeats !== null })
    if (!same) transfer.repeats = repeats
    this.sightings.push({ id, device, transfer, at: this.now, by: same ? 'pair' : null, nonce: id })
  }

  /** Returns money of this amount and payer of the last day that only the other phone has reported, nearest first. */
  private findReportedElsewhere(device: string, { amount, payer, isDoubtful = false }: T.NewMoney) {
    const own = this.transfers.filter(one => one.amount === amount && one.payer === payer && one.method === 'qris_user')
    const reports = own.map(transfer => ({ transfer, by: this.sightings.filter(one => one.transfer === transfer) }))
    return reports
      .filter(({ transfer, by }) => by.every(one => one.device !== device) && (isDoubtful || !transfer.isDoubtful))
      .map(({ transfer, by }) => ({ transfer, apart: Math.min(...by.map(({ at }) => Math.abs(this.now - at))) }))
      .filter(({ apart }) => apart <= 1_440)
      .sort((one, other) => one.apart - other.apart)
  }

  /** Returns the reason why money does not pay the payment that it belongs to; or null. */
  private judge(
    payment: T.ModelPayment,
    { amount, isDoubtful, hasTime }: T.NewMoney,
    at: number,
  ): T.ModelTransfer['reason'] {
    const { status, createdAt, lifetime } = payment
    if (status === 'paid' || status === 'cancelled') return reasons[status]
    if (amount !== payment.finalAmount) return 'inexact'
    if (isDoubtful) return 'unproved'
    if (status === 'pending' && (!hasTime || at <= createdAt + lifetime)) return null
    return this.acceptsLateMoney && !(status === 'expired' && this.replacementOf(payment)) ? null : 'late'
  }

  /** Returns whether the provider of a code is still asked whether it was paid. */
  isCodeAsked(payment: T.ModelPayment): boolean {
    const isPaid = this.transfers.some(one => one.first === payment && one.app !== 'Test')
    return !isPaid && this.latest <= payment.createdAt + payment.lifetime + heldAfter
  }

  /** Returns the payment that money of this amount belongs to now. */
  private holderOf({ amount, method }: T.NewMoney, at: number): T.ModelPayment | null {
    const like = this.payments.filter(one => one.method === method && one.finalAmount === amount)
    return like.findLast(one => one.createdAt <= at && at <= this.heldFor(one).heldUntil) ?? null
  }

  /** Returns whether a payment is open, or money of its amount belonged to it in these last minutes. */
  holdsAmount(payment: T.ModelPayment, within: number | null): boolean {
    return payment.status === 'pending' || this.heldFor(payment).heldUntil >= this.now - (within ?? -Infinity)
  }

  /** Returns when money of its amount belongs to a payment. */
  heldFor(payment: T.ModelPayment) {
    const { createdAt, lifetime: lives, endedAt } = payment
    const heldUntil = endedAt === null ? Infinity : Math.max(endedAt, createdAt + lives + heldAfter)
    return { ...payment, heldFrom: createdAt, heldUntil }
  }

  /** Returns the reason why money in review cannot pay a payment, by default the one that it belongs to; or null. */
  refusesAcceptance(transfer: T.ModelTransfer, payment = transfer.payment ?? transfer.likely): T.Refused | null {
    if (!payment) return 'invalid_request'
    // Money never moves to another account than the one that received it.
    const isThere = payment.method === transfer.method && payment.method !== 'qris'
    if (payment !== transfer.payment && !isThere) return 'invalid_request'
    if (payment.status === 'paid') return 'already_paid'
    if (payment.status === 'cancelled') return 'refused_transition'
    return this.replacementOf(payment) ? 'payment_replaced' : null
  }

  accept(transfer: T.ModelTransfer, note: string | null, payment = transfer.payment ?? transfer.likely!): void {
    Object.assign(transfer, { state: 'settled', payment, note, decidedAt: this.now })
    this.markPaid(payment, transfer)
    this.announce('transfer.reviewed', transfer.reference, { outcome: 'accepted' })
  }

  /** Records that money in review was sent back, or is not cared about. */
  dismiss(transfer: T.ModelTransfer, as: 'refunded' | 'ignored', note: string): void {
    Object.assign(transfer, { state: as, note, decidedAt: this.now })
    this.announce('transfer.reviewed', transfer.reference, { outcome: as })
    if (as === 'refunded') transfer.payment?.order?.messages.push('order.money_returned')
  }

  private markPaid(payment: T.ModelPayment, transfer: T.ModelTransfer): void {
    const { order, bill, status: from } = payment
    const isLate = from === 'expired' || transfer.at > payment.createdAt + payment.lifetime
    const { amount: paid_amount, reference: paid_reff_num, payer: payer_name, app: payer_app } = transfer
    const change = { from, paid_amount, paid_late: isLate, paid_reff_num, payer_name, payer_app }
    Object.assign(payment, {
      status: 'paid',
      paidBy: transfer,
      paidAt: transfer.hasTime ? transfer.at : this.now,
      bookedAt: this.now,
    })
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
  restockable({ order }: T.ModelPayment): T.ModelLine[] {
    if (!order || order.status === 'cancelled') return []
    return order.lines.filter(
      line => line.state === 'sold' && this.stock.isCounted(line) && line.quantity > line.restocked,
    )
  }

  /** Returns what some units of a paid payment's order cost, but at most what is left of its money. */
  priceOfUnits({ paidBy, refunded }: T.ModelPayment, units: Map<T.ModelLine, number>): number {
    const costs = [...units].map(([line, quantity]) => Math.round((this.priceOf([line]) * quantity) / line.quantity))
    return Math.min(paidBy!.amount - refunded, total(costs))
  }

  /** Changes the reason of a refund. */
  reword(refund: T.ModelRefund, reason: string | null): void {
    refund.reason = reason
    this.reworded.push(refund)
  }

  refund(payment: T.ModelPayment, { restocks, units, ...noted }: T.NewRefund): void {
    const { amount, id: refund_id, reason, state } = noted
    const goesBack = (line: T.ModelLine) =>
      Math.min(units?.get(line) ?? (units ? 0 : Infinity), line.quantity - line.restocked)
    const back = restocks ? this.restockable(payment).filter(line => goesBack(line) > 0) : []
    const counts = {
      lines: units ? [...units.values()].sort() : null,
      back: restocks ? back.map(goesBack).sort() : null,
    }
    const isRestocked = restocks && state === 'succeeded'
    const times = { at: this.now, correctedAt: null, correctedFor: null }
    this.refunds.push({ ...noted, payment, restocks: isRestocked, ...counts, ...times })
    if (state === 'failed') return
    this.addRefunded(payment, amount)
    this.announce('payment.refunded', payment.invoiceId, { amount, refund_id, reason })
    for (const line of back) {
      const count = goesBack(line)
      this.stock.takeBack(line, count)
      line.restocked += count
    }
    const { bill, order } = payment
    order?.messages.push('order.money_returned')
    if (bill) bill.excess = Math.max(0, bill.excess - Math.min(amount, payment.amount))
    if (order?.isRefundDue) order.isRefundDue = this.owesRefund(order)
  }

  correct(refund: T.ModelRefund, reason: string | null): void {
    if (refund.correctedAt !== null) return
    const { payment, amount } = refund
    Object.assign(refund, { correctedAt: this.now, correctedFor: reason })
    this.addRefunded(payment, -amount)
    this.announce('payment.refunded', payment.invoiceId, { amount: -amount, refund_id: null, reason })
    const { order } = payment
    if (order) order.isRefundDue = this.owesRefund(order)
  }

  private addRefunded(payment: T.ModelPayment, amount: number): void {
    payment.refunded += amount
    const own = this.refunds.filter(refund => refund.payment === payment && refund.state === 'succeeded')
    const latest = Math.max(...own.map(({ at, correctedAt }) => Math.max(at, correctedAt ?? at)))
    payment.refundedAt = payment.refunded > 0 ? latest : null
  }

  private owesRefund(order: T.ModelOrder): boolean {
    return this.countKept(order) > (order.status === 'cancelled' ? 0 : 1)
  }

  private countKept({ payments }: T.ModelOrder): number {
    return payments.filter(one => one.status === 'paid' && this.isKept(one)).length
  }

  // Stock

  /** Warns the owner of goods of which little is left. */
  watchStock(): void {
    for (const goods of this.stock.findLow()) this.announce('stock.low', goods)
  }

  /** Returns the price of lines with their options. */
  priceOf(lines: readonly T.WantedLine[]): number {
    const prices = lines.map(({ goods, quantity, choices }) => {
      const chosen = this.world.goods[goods].options.filter(({ key }) => choices.includes(key))
      return quantity * (this.world.goods[goods].price + total(chosen.map(({ price }) => price)))
    })
    return total(prices)
  }

  isSoldOut(lines: readonly T.WantedLine[]): boolean {
    return lines.some(({ choices }) => choices.some(choice => this.soldOut.has(choice)))
  }

  // Orders

  /** Returns the reason why an order is refused before it is placed; or null. */
  refuses({ person, lines }: { person: number; lines: readonly T.WantedLine[] }): T.Refused | null {
    if (this.isSoldOut(lines)) return 'out_of_stock'
    if (this.openOrders(person) >= openOrdersMax) return 'too_many_open_orders'
    if (!this.stock.has(lines)) return 'out_of_stock'
    return this.priceOf(lines) < this.world.rules.orderMin ? 'amount_out_of_range' : null
  }

  refusesCoupon(order: T.ModelOrder): boolean {
    const uses = this.orders.filter(({ hasCoupon, status }) => hasCoupon && status !== 'cancelled')
    return uses.length >= this.world.coupon.usesMax || uses.some(({ person }) => person === order.person)
  }

  private openOrders(person: number | null, besides?: T.ModelOrder): number {
    const own = this.orders.filter(one => one.person === person && one !== besides)
    const isHeld = ({ status, heldUntil }: T.ModelOrder) => status === 'pending' && (heldUntil ?? -Infinity) > this.now
    return own.filter(one => one.status === 'waiting_payment' || isHeld(one)).length
  }

  /** Holds the goods of a new order; its customer may request a code for it next. */
  placeOrder(order: T.NewOrder, { lines, typed = 0, discount = 0 }: T.SoldGoods): T.ModelOrder {
    const times = { createdAt: this.now, pendingSince: this.now, heldUntil: this.now + holdPeriod }
    const lists = { lines: lines.map(freshLine), payments: [], messages: [] }
    const placed = { ...newOrder, ...order, ...times, ...lists, typed, discount }
    for (const line of placed.lines) this.stock.hold(line)
    this.orders.push(placed)
    this.announce('order.placed', placed.number)
    return placed
  }

  useCoupon(order: T.ModelOrder): void {
    order.hasCoupon = true
    order.discount = Math.min(this.world.coupon.off, this.totalOf(order) - amountMin)
  }

  /** Returns the reason why a customer gets no new code for an order without one; or null. */
  refusesCode(order: T.ModelOrder): T.Refused | null {
    if (order.status === 'cancelled') return 'expired'
    if (order.status !== 'pending') return 'already_paid'
    if (this.openOrders(order.person, order) >= openOrdersMax) return 'too_many_open_orders'
    return this.stock.has(order.lines.filter(({ state }) => state === 'free')) ? null : 'out_of_stock'
  }

  totalOf({ lines, typed, discount, handing }: Pick<T.ModelOrder, 'lines' | 'typed' | 'discount' | 'handing'>): number {
    return this.priceOf(lines) + typed - discount + (handing?.fee ?? 0)
  }

  /** Predicts how goods reach their customer, and what that costs; null if nothing is handed over. */
  handOver(lines: readonly T.WantedLine[], { way, zone: index, table }: Way): T.Handing | null {
    const weights = lines.map(({ goods, quantity }) => quantity * (this.world.goods[goods].weight ?? 0))
    if (lines.every(({ goods }) => this.world.goods[goods].weight === null)) return null
    const { zones, freeDeliveryFrom } = this.world.rules
    const zone = way === 'delivery' ? zones[index % zones.length]! : null
    const kilograms = Math.max(1, Math.ceil(total(weights) / 1_000))
    const isFree = zone === null || this.priceOf(lines) >= freeDeliveryFrom
    const fee = isFree ? 0 : zone.fee + (kilograms - 1) * zone.perKg
    return { way, zone: zone?.name ?? null, table: way === 'dine_in' ? table : null, fee }
  }

  /** Changes a customer's note on an order without a code. Returns the reason if that is refused, or null. */
  edit(order: T.ModelOrder, note: string | null): T.Refused | null {
    if (order.status !== 'pending') return 'refused_transition'
    order.note = note
    return null
  }

  /** Changes how an order without a code reaches its customer. Returns the reason if that is refused, or null. */
  chooseWay(order: T.ModelOrder, how: Way): T.Refused | null {
    if (order.status !== 'pending') return 'refused_transition'
    const handing = this.handOver(order.lines, how)
    if (handing === null || this.isNoTable(handing)) return 'invalid_request'
    const all = this.totalOf({ ...order, handing, discount: 0 })
    Object.assign(order, { handing, discount: Math.min(order.discount, all - amountMin) })
    return null
  }

  /** Returns whether the shop lacks this table. */
  isNoTable({ way, table }: T.Handing): boolean {
    return way === 'dine_in' && (table! < 1 || table! > this.world.rules.tables)
  }

  /** Records the stars that a customer gave an order. Returns whether they are the first ones, or others. */
  rate(order: T.ModelOrder, stars: number): 'first' | 'changed' | 'same' {
    const earlier = order.stars
    order.stars = stars
    if (earlier === null) this.announce('order.reviewed', order.number, { stars })
    return earlier === null ? 'first' : earlier === stars ? 'same' : 'changed'
  }

  /** Records that a code was created for a pending order. */
  waitForPayment(order: T.ModelOrder, payment: T.NewPayment, details: T.Details | null = null): void {
    for (const line of order.lines) if (line.state === 'free') this.stock.hold(line)
    Object.assign(order, { status: 'waiting_payment', heldUntil: null })
    this.announce('order.waiting_payment', order.number, { invoice_id: payment.invoiceId })
    order.messages.push('order.code')
    this.create(payment, { order, details })
  }

  private payOrder(order: T.ModelOrder, money: T.SaleMoney): void {
    for (const line of order.lines) this.stock.sell(line, this.now)
    const isWhole = order.lines.every(({ state }) => state === 'sold')
    const isCounter = order.person === null
    if (isCounter && isWhole) for (const line of order.lines) line.deliveredAt ??= this.now
    const isDone = order.lines.every(isDelivered)
    order.status = !isWhole ? 'processing' : isDone ? 'completed' : 'paid'
    Object.assign(order, { paidAt: this.now, completedAt: isDone && isWhole ? this.now : null, heldUntil: null })
    this.announceSale(order.number, order.lines, money)
    if (!isCounter) this.alerts.push(`order_paid ${order.number}`)
    if (order.lines.some(line => this.stock.isSent(line) && line.state === 'sold')) order.messages.push('order.goods')
    if (!isDone) order.messages.push('order.receipt')
    if (!isWhole) order.messages.push('order.processing')
  }

  private announceSale(number: string, lines: readonly T.ModelLine[], money: T.SaleMoney): void {
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
  move(order: T.ModelOrder, to: 'processing' | 'completed' | 'cancelled'): T.Refused | null {
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

  private complete(order: T.ModelOrder): void {
    const isSent = this.deliverShort(order.lines).some(this.stock.isSent)
    for (const line of order.lines) line.deliveredAt ??= this.now
    const moved = { from: order.status, at: this.now }
    Object.assign(order, { status: 'completed', completedAt: this.now, moved })
    if (isSent) {
      order.messages.push('order.goods')
      this.announce('order.delivered', order.number)
    }
    this.announce('order.completed', order.number, { by: 'merchant' })
    order.messages.push('order.completed')
  }

  /** Sells short goods that are back in stock. Returns them. */
  private deliverShort(lines: T.ModelLine[]): T.ModelLine[] {
    const missing = lines.filter(({ state }) => state === 'short')
    for (const line of missing) this.stock.sell(line, this.now)
    return missing.filter(({ state }) => state === 'sold')
  }

  /** Hands an order to a courier, or corrects who has it. Returns the reason if that is refused, or null. */
  ship(order: T.ModelOrder, courier: string, number: string | null): T.Refused | null {
    const { status: from, handing, parcel } = order
    const isBrought = order.lines.some(({ goods }) => this.world.goods[goods].weight !== null)
    const mayBe = (from === 'paid' || from === 'processing') && (parcel?.receivedAt ?? null) === null && isBrought
    if (!mayBe || (handing !== null && handing.way !== 'delivery')) return 'refused_transition'
    if (parcel?.courier === courier && parcel.number === number) return null
    if (!parcel) Object.assign(order, { status: 'processing', moved: { from, at: this.now } })
    order.parcel = { courier, number, at: parcel?.at ?? this.now, receivedAt: null }
    this.announce('order.shipped', order.number)
    order.messages.push('order.shipped')
    return null
  }

  /** Records the arrival of a parcel. Returns the reason if that is refused, or null. */
  receiveParcel(order: T.ModelOrder): T.Refused | null {
    if ((order.parcel?.receivedAt ?? null) !== null || order.status === 'completed') return null
    if (!isOnItsWay(order)) return 'refused_transition'
    this.arrive(order, 'customer')
    return null
  }

  private arrive(order: T.ModelOrder, by: 'customer' | 'time'): void {
    const brought = order.lines.filter(line => !this.stock.isSent(line))
    this.deliverShort(brought)
    for (const line of brought) line.deliveredAt ??= this.now
    order.parcel!.receivedAt = this.now
    order.moved = null
    if (!order.lines.every(isDelivered)) return
    Object.assign(order, { status: 'completed', completedAt: this.now })
    this.announce('order.completed', order.number, { by })
    if (by === 'time') order.messages.push('order.completed')
  }

  /** Undoes the merchant's last step with an order. Returns the reason if that is refused, or null. */
  undo(order: T.ModelOrder): T.Refused | null {
    const { moved, status: was, lines, parcel } = order
    const wasPaid = order.paidAt !== null
    if (moved === null || this.now - moved.at > undoPeriod) return 'refused_transition'
    if (this.isSentSince(order, moved.at) || this.hasOtherMoney(order, moved.at)) return 'refused_transition'
    const free = lines.filter(({ state }) => was === 'cancelled' && state === 'free')
    if (!this.stock.has(free)) return 'out_of_stock'
    for (const line of free) this.stock.hold(line)
    for (const line of wasPaid ? free : []) this.stock.sell(line, this.now)
    const handed = lines.filter(line => was === 'completed' && !this.stock.isSent(line))
    for (const line of handed) line.deliveredAt = null
    if (was === 'processing') order.parcel = null
    const notEnded = { completedAt: null, cancelledAt: null, cancelledBy: null, isAnnotated: false }
    Object.assign(order, { status: wasPaid ? moved.from : 'pending', moved: null, ...notEnded })
    order.heldUntil = wasPaid ? null : this.now + holdPeriod
    order.isRefundDue = wasPaid && this.owesRefund(order)
    this.announce('order.undone', order.number, { was })
    this.events.at(-1)!.order!.parcel = parcel
    order.messages.push('order.undone')
    this.sweep()
    return null
  }

  /** Returns whether serial lines were sent with the completion of an order. */
  private isSentSince({ status, lines }: T.ModelOrder, at: number): boolean {
    return status === 'completed' && lines.some(line => this.stock.isSent(line) && line.deliveredAt === at)
  }

  /** Returns whether its money was refunded since then, or arrived for an order that was cancelled unpaid. */
  private hasOtherMoney(order: T.ModelOrder, at: number): boolean {
    const kept = this.countKept(order)
    const isRefunded = order.payments.some(({ refundedAt }) => refundedAt !== null && refundedAt >= at)
    return order.paidAt !== null ? kept === 0 && isRefunded : kept > 0
  }

  /** Cancels an order for its customer. Returns the reason if that is refused, or null. */
  leave(order: T.ModelOrder): T.Refused | null {
    if (order.status === 'cancelled') return null
    if (order.status !== 'pending' && order.status !== 'waiting_payment') return 'already_paid'
    this.cancelOrder(order, 'customer')
    return null
  }

  private cancelOrder(order: T.ModelOrder, by: T.Canceller): void {
    const open = order.payments.find(({ status }) => status === 'pending')
    if (open) this.end(open, 'cancelled', 'order_cancelled', by)
    else this.finish(order, by)
  }

  /** Cancels an order without a code; goods that no customer has seen go back into stock. */
  private finish(order: T.ModelOrder, by: T.Canceller): void {
    for (const line of order.lines) {
      this.stock.release(line)
      if (line.state !== 'sold' || isDelivered(line)) continue
      this.stock.takeBack(line, line.quantity - line.restocked)
      Object.assign(line, { state: 'free', restocked: 0 })
    }
    if (by === 'merchant') order.moved = { from: order.status, at: this.now }
    Object.assign(order, { status: 'cancelled', cancelledBy: by, cancelledAt: this.now, heldUntil: null })
    order.messages.push('order.cancelled')
    order.isRefundDue = this.owesRefund(order)
    this.announce('order.cancelled', order.number, { by, refund_due: order.isRefundDue })
    if (order.isRefundDue) this.alerts.push(`refund_owed ${order.number}`)
    if (order.isRefundDue || (by !== 'merchant' && order.person !== null))
      this.alerts.push(`order_cancelled ${order.number}`)
  }

  // The counter

  shift(): T.ModelShift {
    return this.shifts.at(-1)!
  }

  openShift(id: number, opening: number): void {
    this.shifts.push({ id, opening, taken: 0, sales: 0, returned: 0, counted: null })
    this.announce('shift.opened', id)
  }

  closeShift(shift: T.ModelShift, counted: number): void {
    shift.counted = counted
    this.announce('shift.closed', shift.id)
  }

  expectedCash({ opening, taken, returned }: T.ModelShift): number {
    return opening + taken - returned
  }

  /** Returns the reason why a sale is refused, or null. */
  refusesSale({ lines, typed = 0, discount = 0 }: T.SoldGoods): T.Refused | null {
    const price = this.priceOf(lines) + typed
    if (this.openOrders(null) >= openOrdersMax) return 'too_many_open_orders'
    if (this.isSoldOut(lines) || !this.stock.has(lines)) return 'out_of_stock'
    return discount > Math.floor((price * this.world.discountMax) / 100) ? 'invalid_request' : null
  }

  /** Books a cash sale. Goods that are not in stock are short, because the customer already has them. */
  sell(number: string, { lines, typed = 0, discount = 0 }: T.SoldGoods, shift = this.shift()): void {
    const sold = lines.map(freshLine)
    for (const line of sold) this.stock.sell(line, this.now)
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

  returnedOf({ returns }: T.ModelSale): number {
    return total(returns.map(({ amount }) => amount))
  }

  giveBack(sale: T.ModelSale, amount: number): void {
    sale.returns.push({ amount, at: this.now })
    this.shift().returned += amount
  }

  // Bills

  addBill(bill: T.NewBill): void {
    this.bills.push({ ...bill, status: 'open', collected: 0, excess: 0, uses: 0, parts: [] })
    this.announce('bill.created', bill.id)
  }

  /** Predicts what opening a bill leads to: a payment of this amount, an open one, or a refusal. */
  openBill(bill: T.ModelBill, wished: number, browser: number): T.Opening {
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
  startPart(bill: T.ModelBill, payment: T.NewPayment, browser: number, replaced: T.ModelPayment[]): void {
    for (const other of replaced) this.end(other, 'cancelled', 'customer')
    const isShared = bill.kind === 'once' && !bill.takesParts
    this.create(payment, { bill, browser, ...(!isShared && { lifetime: publicLifetime }) })
  }

  private collect(bill: T.ModelBill, { invoiceId: invoice_id, amount }: T.ModelPayment): void {
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
  private collectDue(bill: T.ModelBill, amount: number, invoice_id: string): void {
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
  closeBill(bill: T.ModelBill): T.Refused | null {
    if (bill.status === 'paid') return 'refused_transition'
    this.endParts(bill, 'merchant')
    if (bill.status !== 'closed') this.markClosed(bill)
    return null
  }

  private markClosed(bill: T.ModelBill): void {
    bill.status = 'closed'
    this.announce('bill.closed', bill.id)
  }

  private endParts(bill: T.ModelBill, reason?: string): void {
    for (const part of bill.parts) if (part.status === 'pending') this.end(part, 'cancelled', reason)
  }

  // Withdrawals

  /** Returns the live money that can be withdrawn. */
  balance(): number {
    const kept = this.withdrawals.filter(({ status }) => status !== 'rejected' && status !== 'failed')
    return this.world.balance - total(kept.map(({ amount }) => amount))
  }

  refusesWithdrawal(amount: number): T.Refused | null {
    if (amount < withdrawalMin) return 'invalid_request'
    return amount > this.balance() ? 'insufficient_balance' : null
  }

  withdraw(id: string, amount: number): void {
    this.withdrawals.push({ id, amount, status: 'requested' })
  }

  /** Makes the operator's step with a withdrawal. Returns the reason if it is refused, or null. */
  decide(withdrawal: T.ModelWithdrawal, to: keyof typeof steps): T.Refused | null {
    if (withdrawal.status !== steps[to]) return 'refused_transition'
    withdrawal.status = to
    return null
  }
}
