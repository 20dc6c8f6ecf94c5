import { html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import type { MerchantMove } from '../../src/notices/notice.ts'
import type { WholeOrder } from '../../src/orders/find-order.ts'
import type { ReceivedMoney } from '../../src/orders/received-money.ts'
import { isHandedOverHere } from '../../src/orders/receiving/is-handed-over-here.ts'
import { findOrderStage, isOnItsWay, isShippable } from '../../src/orders/shipping/shipment.ts'
import { type Button, type Message, makePress } from '../telegram/message.ts'
import { customerTexts } from '../texts/customer-texts.ts'
import { merchantTexts } from '../texts/merchant-texts.ts'
import { moneyTexts } from '../texts/money-texts.ts'
import { receivingTexts } from '../texts/receiving-texts.ts'
import { shippingTexts } from '../texts/shipping-texts.ts'
import { shopkeeperTexts } from '../texts/shopkeeper-texts.ts'
import type { Language } from '../texts/texts.ts'
import type { Voice } from '../texts/voice.ts'
import { amountLines, formatAmounts, itemLines, refundLine, renderMoneyInReview } from './order-view.ts'
import { shipmentLines } from './shipment.ts'

type CardLine = ReturnType<typeof html> | string | number | false | null | undefined

export interface OrderCard {
  order: WholeOrder
  title: string
  hint?: string | undefined
  /** The customer's id in Telegram, which turns the name into a link. */
  buyer?: number | undefined
  /** The current time; unset if the order cannot have changed just now. */
  now?: Date
  /** Money received for it. */
  received?: ReceivedMoney[]
  /** The button that opens WhatsApp with the currently suitable message for the customer. */
  whatsApp?: Button | null
}

/** Renders an order for its merchant: customer, items, delivery, money, and the acts that are possible now. */
export function orderCard(card: OrderCard, voice: Voice): Message {
  const { order, title, hint, buyer, received = [], now, whatsApp } = card
  const { t, language } = voice
  const money = moneyTexts[language].merchant
  const waiting = received.filter(({ isInReview }) => isInReview)
  const status = renderMoneyInReview({ order, received })
    ? moneyTexts[language].inReviewStatus
    : t.statuses[findOrderStage(order)]
  const lines = [
    ...moneyLines(order, waiting, voice),
    ...deliveryLines(order, buyer, voice),
    ...progressLines(order, voice),
    ...endLines(order, received, voice),
  ]
  return {
    text: html`<b>${title}</b>${order.mode === 'test' && ` · ${t.merchant.test}`}
<b>${order.orderNumber}</b> · ${status}

${itemLines([...order.items], language)}${lines.map(line => line && html`\n${line}`)}${hint && html`\n\n${hint}`}`,
    buttons: [
      ...waiting.map(({ transferId, amount }): Button[] => [
        { text: money.check(formatRupiah(amount)), press: makePress('seemoney', transferId), style: 'primary' },
      ]),
      ...(order.refundDue ? [refundButton(order, language)] : []),
      ...cardButtons(order, voice),
      ...(whatsApp ? [[whatsApp]] : []),
      ...undoButtons(order, now, voice),
    ],
  }
}

/** Returns the button that records, after a question, that the money owed for an order was returned. */
export function refundButton({ orderNumber }: Pick<WholeOrder, 'orderNumber'>, language: Language): Button[] {
  return [
    { text: moneyTexts[language].merchant.owed.button, press: makePress('refundask', orderNumber), style: 'primary' },
  ]
}

function moneyLines(order: WholeOrder, waiting: ReceivedMoney[], voice: Voice): CardLine[] {
  const paid = order.payment()?.paidAmount
  return [
    amountLines(order, voice),
    paid && html`${merchantTexts[voice.language].received}: <b>${formatRupiah(paid)}</b>`,
    waiting.length > 0 && html`${moneyTexts[voice.language].merchant.inReview}: <b>${formatAmounts(waiting)}</b>`,
    refundLine(order, voice),
  ]
}

function deliveryLines(order: WholeOrder, buyer: number | undefined, { t, moment, language }: Voice): CardLine[] {
  const { customerName } = order
  return [
    html`${t.merchant.customer}: ${buyer ? html`<a href="tg://user?id=${buyer}">${customerName}</a>` : customerName}`,
    order.customerPhone && html`${t.phone}: <code>${order.customerPhone}</code>`,
    order.address && html`${t.address}: ${order.address}`,
    order.note && html`${t.note}: ${order.note}`,
    order.deliveryZone !== null && html`${receivingTexts[language].zone}: ${order.deliveryZone}`,
    order.tableNumber !== null && html`${receivingTexts[language].ways.dine_in}: ${order.tableNumber}`,
    order.receiving === 'pickup' && html`${shopkeeperTexts[language].pickup}`,
    order.slotAt && html`${customerTexts[language].slot}: ${moment(order.slotAt)}`,
  ]
}

function progressLines(order: WholeOrder, voice: Voice): CardLine[] {
  const { t, moment, language } = voice
  return [
    html`${t.orderedAt}: ${moment(order.createdAt)}`,
    order.paidAt && html`${t.paidAt}: ${moment(order.paidAt)}`,
    order.shippedAt && html`${shippingTexts[language].shippedAt}: ${moment(order.shippedAt)}`,
    order.shippedAt && shipmentLines(order, voice),
  ]
}

function endLines(order: WholeOrder, received: ReceivedMoney[], { t, language }: Voice): CardLine[] {
  const words = t.merchant
  const more = merchantTexts[language]
  const { sellerNote } = order
  const refundDue =
    received.length > 0 ? moneyTexts[language].merchant.refundDue(formatAmounts(received)) : words.refundDue
  return [
    order.cancelledBy && html`${words.cancelledBy[order.cancelledBy]}`,
    sellerNote && html`${order.status === 'cancelled' ? more.reason : more.sellerNote}: ${sellerNote}`,
    order.refundDue && html`${refundDue}`,
  ]
}

/** Returns the lines below the card after a merchant's step that notifies the customer. */
export function completedMoveHints({ t, language }: Pick<Voice, 't' | 'language'>): Record<MerchantMove, string> {
  return {
    processing: t.merchant.inHand,
    shipped: shippingTexts[language].merchant.shipped,
    completed: t.merchant.completed,
    undone: shopkeeperTexts[language].undone,
  }
}

function undoButtons(order: WholeOrder, now: Date | undefined, { language }: Voice): Button[][] {
  if (!now || !order.isUndoableAt(now)) return []
  return [[{ text: shopkeeperTexts[language].undo, press: makePress('undo', order.orderNumber) }]]
}

// Specification 3.2: it is processed once it is paid, completed only from paid or processing, and cancelled from any
// state but completed and cancelled.
function cardButtons(order: WholeOrder, { t, language }: Voice): Button[][] {
  const { orderNumber, status, refundDue, invoices } = order
  const words = merchantTexts[language]
  const cancel: Button = { text: t.merchant.cancel, press: makePress('void', orderNumber), style: 'danger' }
  const complete: Button = { text: t.merchant.complete, press: makePress('done', orderNumber), style: 'success' }
  const contact: Button = { text: words.contact, press: makePress('write', orderNumber) }
  const trackingText = isOnItsWay(order) ? shippingTexts[language].merchant.change : words.sendTracking
  const tracking: Button[] = isShippable(order, order.items)
    ? [{ text: trackingText, press: makePress('track', orderNumber) }]
    : []
  const { button, buttonTable } = receivingTexts[language].ready
  const ready: Button[] = isHandedOverHere(order)
    ? [
        {
          text: order.receiving === 'pickup' ? button : buttonTable,
          press: makePress('ready', orderNumber),
          style: 'primary',
        },
      ]
    : []
  switch (status) {
    case 'paid':
      return [
        ...rowIf(ready),
        [{ text: t.merchant.takeInHand, press: makePress('hand', orderNumber) }, ...tracking],
        [complete, cancel],
        [contact],
      ]
    case 'processing':
      return [...rowIf(ready), [complete, cancel], [...tracking, contact]]
    case 'pending':
    case 'waiting_payment':
      return [
        ...(invoices.length > 0
          ? [[{ text: moneyTexts[language].merchant.why, press: makePress('why', orderNumber) }]]
          : []),
        [cancel, contact],
      ]
    case 'completed':
      return []
    case 'cancelled':
      return refundDue ? [[contact]] : []
  }
}

function rowIf(row: Button[]): Button[][] {
  return row.length > 0 ? [row] : []
}

const reasons = ['stock', 'area', 'closed', 'wish'] as const
export type CancelReason = (typeof reasons)[number]

export function readReason(text: string | undefined): CancelReason | undefined {
  return reasons.find(reason => reason === text)
}

export function voidView(
  { orderNumber, paidAt }: WholeOrder,
  { t, language }: Voice,
  received: readonly ReceivedMoney[] = [],
): Message {
  const came = received.length > 0 && html`\n${moneyTexts[language].merchant.received(formatAmounts(received))}`
  const words = t.merchant
  const more = merchantTexts[language]
  const question = paidAt ? words.askCancelPaid(orderNumber) : words.askCancel(orderNumber)
  return {
    text: html`${question}${came}\n\n${more.chooseReason}`,
    buttons: [
      ...reasons.map((reason): Button[] => [
        { text: more.reasons[reason], press: makePress('voidyes', orderNumber, reason) },
      ]),
      [{ text: more.otherReason, press: makePress('voidwhy', orderNumber) }],
      [
        { text: words.yesCancel, press: makePress('voidyes', orderNumber), style: 'danger' },
        { text: words.keep, press: makePress('card', orderNumber) },
      ],
    ],
  }
}
