import type { Loaded } from '@mikro-orm/core'
import type { Handover } from '../../src/catalog/delivery-zones.ts'
import type { ShopRules } from '../../src/catalog/shop-rules.ts'
import { type Html, html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import type { PaymentMethodId, RequestedMethod } from '../../src/methods/method.ts'
import { findPayerWay, formatPayerWay } from '../../src/methods/payer-way.ts'
import type { WholeOrder } from '../../src/orders/find-order.ts'
import { findOrderRefund } from '../../src/orders/find-order-refund.ts'
import { describeMakings } from '../../src/orders/making-lines.ts'
import type { Order, OrderItem } from '../../src/orders/order.ts'
import type { ReceivedMoney } from '../../src/orders/received-money.ts'
import { findOrderStage, isOnItsWay } from '../../src/orders/shipping/shipment.ts'
import type { PaymentView } from '../../src/payments/view-payment.ts'
import { type Button, type Message, makePress } from '../telegram/message.ts'
import { customerTexts } from '../texts/customer-texts.ts'
import { merchantTexts } from '../texts/merchant-texts.ts'
import { moneyTexts } from '../texts/money-texts.ts'
import { receivingTexts } from '../texts/receiving-texts.ts'
import { shippingTexts } from '../texts/shipping-texts.ts'
import type { Language, Texts } from '../texts/texts.ts'
import type { Voice } from '../texts/voice.ts'
import { groupInPairs, menuRow } from './buttons.ts'
import { shortenListName } from './cart.ts'
import { hasGoods } from './goods.ts'
import { isCodeSlow, isTransfer, payButtons, renderAmountDue, renderDeadline, renderRecipient } from './payment.ts'
import { shipmentButtons, shipmentLines } from './shipment.ts'

/**
 * Choices that modules add before an order is paid: separate rows, and buttons beside those for the method and the
 * time.
 */
export interface ModuleChoices {
  rows: Button[][]
  ways: Button[]
}

export interface OrderData {
  order: WholeOrder
  /** The view of the newest invoice, if the order waits for its payment. */
  payment: PaymentView | null
  /** The methods that can pay it, beginning with the default one. */
  methods: RequestedMethod[]
  paymentUrl: string | null
  now: Date
  /** Whether its customer can still review it. */
  isReviewable?: boolean
  /** The shop's rules for shipping and pickup; null if not configured. */
  rules?: Pick<ShopRules, 'pickupPlace' | 'slotMinutes' | 'zones' | 'afterOrder'> | null
  /** The methods by which the customer may receive it; null without a choice. */
  ways?: readonly Handover[] | null
  /** The choices that modules add. */
  added?: ModuleChoices[]
  /** Money received for it. */
  received?: ReceivedMoney[]
}

/** Renders an order for its customer: to be confirmed and paid, in progress, or ended. */
export function orderView(data: OrderData, voice: Voice): Message {
  const { order } = data
  const { t, moment } = voice
  const refunded = refundLine(order, voice)
  return {
    text: html`🧾 <b>${order.orderNumber}</b>
${formatStatus(data, voice)}

${itemLines([...order.items], voice.language)}
${amountLines(order, voice)}${renderAnswers(order, voice, data.rules?.pickupPlace)}
${t.orderedAt}: ${moment(order.createdAt)}${order.paidAt && html`\n${t.paidAt}: ${moment(order.paidAt)}`}${
      refunded && html`\n${refunded}`
    }

${renderSituation(data, voice)}${order.paidAt && data.rules?.afterOrder && html`\n\n${data.rules.afterOrder}`}`,
    buttons: [
      ...makeActions(data, voice),
      [
        { text: t.myOrders, press: makePress('orders') },
        { text: t.menu, press: makePress('home') },
      ],
    ],
  }
}

/**
 * Returns the money for an unpaid order that waits for the seller. It is empty for a paid order, whose surplus has a
 * separate notice.
 */
export function renderMoneyInReview({ order, received = [] }: Pick<OrderData, 'order' | 'received'>): string {
  if (order.paidAt) return ''
  return formatAmounts(received.filter(({ isInReview }) => isInReview))
}

export function formatAmounts(received: readonly ReceivedMoney[]): string {
  return received.map(({ amount }) => formatRupiah(amount)).join(' + ')
}

function formatStatus(data: OrderData, { t, language }: Voice): string {
  return renderMoneyInReview(data) ? moneyTexts[language].inReviewStatus : t.statuses[findOrderStage(data.order)]
}

/** Renders the items, one per line with its options below: `1. Kopi Susu (Besar) × 2 · Rp 40.000`. */
export function itemLines(items: Loaded<OrderItem, 'makings'>[], language: Voice['language']): Html[] {
  return items.map((item, at) => {
    const made = describeMakings(item, language, 'prices').map(
      line => html`   <i>${shortenListName(line, items.length)}</i>\n`,
    )
    const name = shortenListName(item.name(), items.length)
    return html`${at + 1}. ${name} × ${item.quantity} · ${formatRupiah(item.total())}\n${made}`
  })
}

/** Renders the sum of the goods, the discount, the delivery fee, and the total. */
export function amountLines(
  { total, discount, couponCode, deliveryFee, receiving, deliveryZone }: WholeOrder,
  { t, language }: Voice,
): Html {
  const words = customerTexts[language]
  const isPlain = discount === 0 && deliveryFee === 0
  const fee = deliveryFee === 0 ? words.freeDelivery : formatRupiah(deliveryFee)
  const parts = [
    !isPlain && html`${words.goodsTotal}: ${formatRupiah(total + discount - deliveryFee)}\n`,
    receiving === 'delivery' &&
      !isPlain &&
      html`${words.delivery}${deliveryZone !== null && ` (${deliveryZone})`}: ${fee}\n`,
    discount > 0 && html`${words.discount(couponCode ?? '')}: −${formatRupiah(discount)}\n`,
  ]
  return html`${parts}${t.total}: <b>${formatRupiah(total)}</b>`
}

/** Renders the details that the customer entered with the order. */
export function renderAnswers(
  { customerPhone, address, note, receiving, tableNumber, slotAt }: WholeOrder,
  { t, language, moment }: Voice,
  pickupPlace: string | null = null,
): Html {
  const words = customerTexts[language]
  return html`${receiving === 'pickup' && html`\n${words.pickupAt(pickupPlace ?? '-')}`}${
    tableNumber !== null && html`\n${receivingTexts[language].table}: ${tableNumber}`
  }${
    slotAt && html`\n${words.slot}: ${moment(slotAt)}`
  }${customerPhone && html`\n${t.phone}: ${customerPhone}`}${address && html`\n${t.address}: ${address}`}${
    note && html`\n${t.note}: ${note}`
  }`
}

function renderSituation(data: OrderData, voice: Voice): Html {
  const { order, payment, now, received = [] } = data
  const { t, time, language } = voice
  const waits = renderMoneyInReview(data)
  if (waits) return html`${moneyTexts[language].inReview(waits)}`
  switch (order.status) {
    case 'pending': {
      const [usual] = data.methods
      const named = usual && usual !== 'all' && html`${t.method}: <b>${nameMethod(usual, language)}</b>\n`
      return html`${named}${order.isHeldAt(now) ? t.stockHeld(time(order.heldUntil!)) : t.stockNotHeld}
<i>${t.uniqueCodeAhead}</i>`
    }
    case 'waiting_payment':
      return payment ? renderWaiting(payment, now, voice) : html`${t.preparingCode}`
    case 'paid':
      return html`${t.processingText}`
    case 'processing':
      if (isOnItsWay(order)) return html`${shipmentLines(order, voice)}\n\n${shippingTexts[language].pressWhenThere}`
      return html`${order.isShort() ? t.shortText : t.processingText}`
    case 'completed':
      return html`${t.completedText(order.orderNumber)}`
    case 'cancelled': {
      const refund = order.refundDue && html`\n${renderRefundDue(received, voice)}`
      const { sellerNote } = order
      const reason = sellerNote && html`\n${merchantTexts[language].reason}: ${sellerNote}`
      return html`${t.cancelledBy[order.cancelledBy ?? 'merchant']}${reason}${refund}`
    }
  }
}

/** Returns a line with the refund of an order and its time; null if no money was returned. */
export function refundLine(
  order: Loaded<Order, 'invoices.payment'>,
  { language, moment }: Pick<Voice, 'language' | 'moment'>,
): string | null {
  const refund = findOrderRefund(order)
  return refund && moneyTexts[language].refunded(formatRupiah(refund.amount), moment(refund.at))
}

/** Lists every amount that must be returned, by name. */
export function renderRefundDue(received: readonly ReceivedMoney[], { t, language }: Voice): string {
  return received.length > 0 ? moneyTexts[language].refundDue(formatAmounts(received)) : t.refundDue
}

function renderWaiting(payment: PaymentView, now: Date, voice: Voice): Html {
  const { t } = voice
  if (payment.phase === 'overdue') return html`${t.overdue}`
  const words = isTransfer(payment) ? t.transferWords : t
  const below = isTransfer(payment) ? t.transferBelow : payment.phase === 'preparing' ? t.preparingCode : t.codeBelow
  const said = isCodeSlow(payment, now) ? words.codeSlow : below
  return html`${said}
${renderAmountDue(payment, voice)}
${renderDeadline(payment, now, voice)}${renderRecipient(payment, voice)}`
}

function makeActions(data: OrderData, voice: Voice): Button[][] {
  const { order, payment, methods, paymentUrl, isReviewable } = data
  const { t, language } = voice
  const cancel: Button[] = [{ text: t.cancelOrder, press: makePress('cancel', order.token), style: 'danger' }]
  if (order.status === 'pending' && renderMoneyInReview(data)) {
    const [usual] = methods
    const again = usual && { text: moneyTexts[language].payAgain, press: makePress('pay', order.token, usual) }
    return [[{ text: t.checkNow, press: makePress('order', order.token) }, ...(again ? [again] : [])], cancel]
  }
  if (order.status === 'pending')
    return [...methodButtons(order, methods, voice), detailButtons(order, voice), ...wayButtons(data, voice), cancel]
  if (order.status === 'waiting_payment') {
    return payment && payment.phase !== 'overdue'
      ? payButtons({ token: order.token, payment, paymentUrl }, voice)
      : [[{ text: t.checkNow, press: makePress('check', order.token) }], cancel]
  }
  const buttons: Button[] = []
  if (hasGoods(order)) buttons.push({ text: t.goodsAgain, press: makePress('goods', order.token), style: 'success' })
  if (order.paidAt) buttons.push({ text: t.receipt, press: makePress('receipt', order.token) })
  const again: Button = { text: t.orderAgain, press: makePress('again', order.token) }
  const review: Button = { text: customerTexts[voice.language].review.button, press: makePress('review', order.token) }
  return [
    ...shipmentButtons(order, voice),
    ...(buttons.length > 0 ? [buttons] : []),
    isReviewable ? [again, review] : [again],
  ]
}

// Returns the buttons for method and time, if the shop offers them, and those that modules add.
function wayButtons(data: OrderData, { language }: Voice): Button[][] {
  const { order, rules, added = [] } = data
  const { buttons } = customerTexts[language]
  const { token, receiving } = order
  const ways = added.flatMap(one => one.ways)
  ways.push(...receivingButtons(data, language))
  if (receiving !== null && rules?.slotMinutes) ways.push({ text: buttons.slot, press: makePress('slots', token) })
  return [...added.flatMap(({ rows }) => rows), ...groupInPairs(ways)]
}

function receivingButtons({ order, rules, ways }: OrderData, language: Language): Button[] {
  const { token, receiving, deliveryZone, tableNumber } = order
  const words = receivingTexts[language]
  const to = (text: string, way: Handover): Button => ({ text, press: makePress('receive', token, way) })
  if (receiving === null) return []
  const isZoneChosen = receiving === 'delivery' && (deliveryZone !== null || (rules?.zones.length ?? 0) > 0)
  return [
    ...(isZoneChosen ? [to(words.changeZone, 'delivery')] : []),
    ...(tableNumber === null ? [] : [to(words.changeTable(tableNumber), 'dine_in')]),
    ...(ways ?? []).filter(way => way !== receiving).map(way => to(words.ways[way], way)),
  ]
}

function detailButtons({ token, customerPhone, address, note }: WholeOrder, { t }: Voice): Button[] {
  const edit = (text: string, field: string): Button => ({ text, press: makePress('edit', token, field) })
  return [
    edit(note ? t.changeNote : t.addNote, 'note'),
    ...(address ? [edit(t.changeAddress, 'address')] : []),
    ...(customerPhone ? [edit(t.changePhone, 'phone')] : []),
  ]
}

function methodButtons({ token, total }: WholeOrder, methods: RequestedMethod[], { t, language }: Voice): Button[][] {
  const [usual, ...others] = methods
  if (!usual) return []
  const pay: Button[] = [{ text: t.pay(formatRupiah(total)), press: makePress('pay', token, usual), style: 'success' }]
  if (others.length === 0) return [pay]
  return [pay, [{ text: moneyTexts[language].otherWays, press: makePress('payways', token) }]]
}

/** Renders a button for each payment method of an order, and the button back. */
export function paymentMethodsView(
  order: Pick<WholeOrder, 'orderNumber' | 'token' | 'total'>,
  methods: readonly RequestedMethod[],
  { t, language }: Voice,
): Message {
  const { token, total, orderNumber } = order
  return {
    text: html`🧾 <b>${orderNumber}</b>\n${moneyTexts[language].chooseWay(formatRupiah(total))}`,
    buttons: [
      ...methods.map((method): Button[] => [
        { text: t.payWith(nameMethod(method, language)), press: makePress('pay', token, method) },
      ]),
      menuRow(t, makePress('order', token)),
    ],
  }
}

// An invoice with every method shows no method name; its page lists them.
function nameMethod(method: RequestedMethod, language: Language): string {
  return method === 'all' ? '' : formatPayerWay(language, findPayerWay(method))
}

/** Renders the message shown until the message with the code arrives. */
export function codeRequestedView(orderNumber: string, method: PaymentMethodId | undefined, t: Texts): Message {
  return { text: html`🧾 <b>${orderNumber}</b>\n${preparingText(method, t)}` }
}

/** Returns the text while a payment is prepared; a transfer between wallets does not wait for a QR. */
export function preparingText(method: PaymentMethodId | undefined, t: Texts): string {
  return method === 'wallet_direct' ? t.preparingTransfer : t.preparingCode
}

/** Renders the question before a second payment of an order whose first money is still being checked. */
export function payAgainView(
  order: Pick<WholeOrder, 'orderNumber' | 'token' | 'total'>,
  { amounts, method }: { amounts: string; method: PaymentMethodId | undefined },
  { language }: Voice,
): Message {
  const words = moneyTexts[language]
  return {
    text: html`${words.askPayAgain(amounts, formatRupiah(order.total))}`,
    buttons: [
      [{ text: words.noPayAgain, press: makePress('order', order.token), style: 'primary' }],
      [{ text: words.yesPayAgain, press: makePress('pay', order.token, method ?? '', 'again') }],
    ],
  }
}

export function cancelView(
  order: Pick<WholeOrder, 'orderNumber' | 'token' | 'status'>,
  { t, language }: Voice,
  received: readonly ReceivedMoney[] = [],
): Message {
  const came = received.length > 0 && html`\n\n${moneyTexts[language].cancelReceived(formatAmounts(received))}`
  return {
    text: html`${t.askCancel(order.orderNumber)}${order.status === 'waiting_payment' && ` ${t.invoiceGoesToo}`}${came}`,
    buttons: [
      [
        { text: t.yesCancel, press: makePress('drop', order.token), style: 'danger' },
        { text: t.noKeep, press: makePress('order', order.token) },
      ],
      menuRow(t),
    ],
  }
}
