import { html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import type { Needs } from '../../src/needs.ts'
import { Customer } from '../../src/orders/customer.ts'
import type { WholeOrder } from '../../src/orders/find-order.ts'
import { type Button, type Message, press } from '../telegram/message.ts'
import { customerTexts } from '../texts/customer-texts.ts'
import { merchantTexts } from '../texts/merchant-texts.ts'
import { shopkeeperTexts } from '../texts/shopkeeper-texts.ts'
import type { Voice } from '../texts/voice.ts'
import { amountLines, itemLines } from './order-view.ts'

export interface OrderCard {
  order: WholeOrder
  title: string
  hint?: string | undefined
  /** The customer in Telegram, whose name becomes a link. */
  buyer?: number | undefined
  /** Unset where nobody can have moved it just now. */
  now?: Date
}

/** An order as its merchant sees it: who wants what, where it goes, what came in, and what can be done. */
export function orderCard({ order, title, hint, buyer, now }: OrderCard, voice: Voice): Message {
  const { t, moment, language } = voice
  const words = t.merchant
  const more = merchantTexts[language]
  const received = order.payment()?.paidAmount
  return {
    text: html`<b>${title}</b>${order.mode === 'test' && ` · ${words.test}`}
<b>${order.orderNumber}</b> · ${t.statuses[order.status]}

${itemLines([...order.items])}
${amountLines(order, voice)}${received && html`\n${more.received}: <b>${formatRupiah(received)}</b>`}
${words.customer}: ${buyer === undefined ? order.customerName : html`<a href="tg://user?id=${buyer}">${order.customerName}</a>`}${
      order.customerPhone && html`\n${t.phone}: <code>${order.customerPhone}</code>`
    }${order.address && html`\n${t.address}: ${order.address}`}${order.note && html`\n${t.note}: ${order.note}`}${
      order.receiving === 'pickup' && html`\n${shopkeeperTexts[language].pickup}`
    }${order.slotAt && html`\n${customerTexts[language].slot}: ${moment(order.slotAt)}`}
${t.orderedAt}: ${moment(order.createdAt)}${order.paidAt && html`\n${t.paidAt}: ${moment(order.paidAt)}`}${
      order.cancelledBy && html`\n${words.cancelledBy[order.cancelledBy]}`
    }${
      order.sellerNote && html`\n${order.status === 'cancelled' ? more.reason : more.sellerNote}: ${order.sellerNote}`
    }${order.refundDue && html`\n${words.refundDue}`}${hint && html`\n\n${hint}`}`,
    buttons: [...cardButtons(order, voice), ...undoButtons(order, now, voice)],
  }
}

/** Who ordered, as Telegram knows them. */
export async function readBuyer(app: Needs<'em'>, order: WholeOrder): Promise<number | undefined> {
  const customer = await app.em({ accountId: order.accountId }).findOne(Customer, order.customerId)
  return customer?.telegramUserId
}

function undoButtons(order: WholeOrder, now: Date | undefined, { language }: Voice): Button[][] {
  if (!now || !order.isUndoableAt(now)) return []
  return [[{ text: shopkeeperTexts[language].undo, press: press('undo', order.orderNumber) }]]
}

// Spec 3.2: taken in hand once it is paid; completed from paid or processing only; cancelled from anything but completed and cancelled.
function cardButtons({ orderNumber, status, refundDue }: WholeOrder, { t, language }: Voice): Button[][] {
  const words = merchantTexts[language]
  const cancel: Button = { text: t.merchant.cancel, press: press('void', orderNumber), style: 'danger' }
  const complete: Button = { text: t.merchant.complete, press: press('done', orderNumber), style: 'success' }
  const contact: Button = { text: words.contact, press: press('write', orderNumber) }
  const tracking: Button = { text: words.sendTracking, press: press('track', orderNumber) }
  switch (status) {
    case 'paid':
      return [
        [{ text: t.merchant.takeInHand, press: press('hand', orderNumber) }, tracking],
        [complete, cancel],
        [contact],
      ]
    case 'processing':
      return [
        [complete, cancel],
        [tracking, contact],
      ]
    case 'pending':
    case 'waiting_payment':
      return [[cancel, contact]]
    case 'completed':
      return []
    case 'cancelled':
      return refundDue ? [[contact]] : []
  }
}

const reasons = ['stock', 'area', 'closed', 'wish'] as const
export type CancelReason = (typeof reasons)[number]

export function readReason(text: string | undefined): CancelReason | undefined {
  return reasons.find(reason => reason === text)
}

export function voidView({ orderNumber, paidAt }: WholeOrder, { t, language }: Voice): Message {
  const words = t.merchant
  const more = merchantTexts[language]
  return {
    text: html`${paidAt ? words.askCancelPaid(orderNumber) : words.askCancel(orderNumber)}\n\n${more.chooseReason}`,
    buttons: [
      ...reasons.map((reason): Button[] => [
        { text: more.reasons[reason], press: press('voidyes', orderNumber, reason) },
      ]),
      [{ text: more.otherReason, press: press('voidwhy', orderNumber) }],
      [
        { text: words.yesCancel, press: press('voidyes', orderNumber), style: 'danger' },
        { text: words.keep, press: press('card', orderNumber) },
      ],
    ],
  }
}
