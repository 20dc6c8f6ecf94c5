import { Account } from '../../src/accounts/account.ts'
import { findShopRules } from '../../src/catalog/find-shop-rules.ts'
import { html, renderLines } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import type { ReviewReason } from '../../src/money/transfer.ts'
import type { CoreNoticeData } from '../../src/notices/notice.ts'
import { findOrder, type WholeOrder } from '../../src/orders/find-order.ts'
import { isPaidByAnother } from '../../src/orders/paid-by-another.ts'
import { findReceivedMoney } from '../../src/orders/received-money.ts'
import { Review } from '../../src/orders/reviews/review.ts'
import { isOnItsWay } from '../../src/orders/shipping/shipment.ts'
import { viewPayment } from '../../src/payments/view-payment.ts'
import { createPaymentCard } from '../../src/pictures/payment-card.ts'
import { pageUrl } from '../screens/buttons.ts'
import { createFileOpener, goodsView, isOpenable } from '../screens/goods.ts'
import { renderRefundDue } from '../screens/order-view.ts'
import {
  codeView,
  isTransfer,
  newCodeButton,
  payButtons,
  renderAmountDue,
  renderRecipient,
  slowButtons,
  toClosedPayment,
} from '../screens/payment.ts'
import { receiptCheckUrl, receiptView } from '../screens/receipt.ts'
import { ratingView } from '../screens/review.ts'
import { shipmentButtons, shipmentLines } from '../screens/shipment.ts'
import { type Message, makePress } from '../telegram/message.ts'
import { customerTexts } from '../texts/customer-texts.ts'
import { merchantTexts } from '../texts/merchant-texts.ts'
import { moneyTexts } from '../texts/money-texts.ts'
import { receivingTexts } from '../texts/receiving-texts.ts'
import { shippingTexts } from '../texts/shipping-texts.ts'
import { makeVoice } from '../texts/voice.ts'
import { renderCodeMessage } from './code-message.ts'
import type { NoticeReader, NoticeViewsOf } from './notice-view.ts'

type CustomerViews = NoticeViewsOf<Extract<keyof CoreNoticeData, `order.${string}` | `customer.${string}`>>

const askAgainS = 1
/**
 * How long a customer who pressed "Pay" is still watching. A code that comes later is sent as a new message,
 * with a sound, below the message that it replaces.
 */
const lookingMs = 60_000

/** The views of notices to customers. */
export const customerNotices: CustomerViews = {
  async 'order.code'(reader, { orderNumber, invoiceId }) {
    const { app } = reader
    const [order, payment] = await Promise.all([readOrder(reader, orderNumber), viewPayment(app, invoiceId)])
    // Late money may have paid the order in the meantime, so its other codes must not be paid.
    if (!order.isUnpaid()) return null
    if (payment?.phase === 'preparing') return askAgainS
    if (payment?.phase !== 'payable') return null
    const { token, cardMessageId } = order
    const now = app.now()
    const voice = makeVoice(reader)
    const paymentUrl = pageUrl(app, invoiceId, reader.language)
    const view = codeView({ orderNumber, token, payment, paymentUrl, now }, voice)
    if (cardMessageId === null) return view
    const isLooking = now.getTime() - payment.createdAt.getTime() < lookingMs
    const { codeReady, invoiceReady } = customerTexts[reader.language]
    const ready = (isTransfer(payment) ? invoiceReady : codeReady)(orderNumber, voice.time(payment.expiresAt))
    return { ...view, over: cardMessageId, ...(isLooking ? {} : { ring: html`${ready}` }) }
  },

  async 'order.code_slow'(reader, { orderNumber, invoiceId }) {
    const { app, t } = reader
    const [order, payment] = await Promise.all([readOrder(reader, orderNumber), viewPayment(app, invoiceId)])
    const { cardMessageId } = order
    if (payment?.phase !== 'preparing' || !order.isUnpaid() || cardMessageId === null) return null
    const ended = order.invoices.$.map(one => one.payment).findLast(one => one.invoiceId !== invoiceId)
    const before = ended ? await viewPayment(app, ended.invoiceId) : null
    return {
      text: html`🧾 <b>${orderNumber}</b>\n${isTransfer(payment) ? t.transferWords.codeSlow : t.codeSlow}`,
      // The announcement may be the caption of the previous code's picture, which cannot become a text.
      ...(before ? { photo: createPaymentCard(toClosedPayment(before), makeVoice(reader)) } : {}),
      buttons: slowButtons(order.token, t),
      over: cardMessageId,
      isEditOnly: true,
    }
  },

  async 'order.code_ending'(reader, { orderNumber, invoiceId }) {
    const { app, language } = reader
    const [order, payment] = await Promise.all([readOrder(reader, orderNumber), viewPayment(app, invoiceId)])
    if (payment?.phase !== 'payable' || !order.isUnpaid()) return null
    const voice = makeVoice(reader)
    const data = { token: order.token, payment, paymentUrl: pageUrl(app, invoiceId, language) }
    return {
      text: html`${customerTexts[language].codeEnding(orderNumber, voice.time(payment.expiresAt))}

${renderAmountDue(payment, voice)}${renderRecipient(payment, voice)}`,
      buttons: payButtons(data, voice),
    }
  },

  // The order was paid or got a new code in the meantime, which the chat already shows.
  async 'order.code_expired'(reader, { orderNumber, invoiceId }) {
    const { app, language, t } = reader
    const [order, payment] = await Promise.all([readOrder(reader, orderNumber), viewPayment(app, invoiceId)])
    if (order.status !== 'pending' || order.payment()?.invoiceId !== invoiceId || !payment) return null
    const words = customerTexts[language]
    return {
      text: html`${isTransfer(payment) ? words.invoiceExpired(orderNumber) : words.codeExpired(orderNumber)}`,
      buttons: [
        [newCodeButton(order.token, payment, { t })],
        [{ text: t.orderDetail, press: makePress('detail', order.token) }],
      ],
    }
  },

  async 'order.review_ask'(reader, { orderNumber }) {
    const order = await readOrder(reader, orderNumber)
    const { app, language } = reader
    const isReviewed = (await app.em(order).count(Review, { order: order.id })) > 0
    return isReviewed || order.status !== 'completed' ? null : ratingView(order, language)
  },

  async 'customer.restocked'({ language }, { productId, name }) {
    const words = customerTexts[language]
    return {
      text: html`${words.restocked(name)}`,
      buttons: [[{ text: words.seeProduct, press: makePress('seeproduct', productId), style: 'success' }]],
    }
  },

  async 'order.code_ended'(reader, { orderNumber, ...ended }) {
    return renderCodeMessage(reader, await readOrder(reader, orderNumber), ended)
  },

  async 'order.receipt'(reader, { orderNumber, isOrdered }) {
    const order = await readOrder(reader, orderNumber)
    const voice = makeVoice(reader)
    const { processingTitle, processingText, unitsAsked } = voice.t
    const title = html`<b>${processingTitle}</b>\n${isOrdered ? unitsAsked : processingText}`
    const shown = { order, storeName: await storeName(reader), check: receiptCheckUrl(reader.app, order), title }
    return receiptView(shown, voice)
  },

  async 'order.goods'(reader, { orderNumber, itemIds, unit }) {
    const order = await readOrder(reader, orderNumber)
    const item = order.items.$.find(each => itemIds.includes(each.id) && isOpenable(each))
    if (!item) return null
    const openFile = createFileOpener(reader.app, order.accountId)
    const { goodsTitle } = reader.t
    const title = unit ? `${goodsTitle} ${customerTexts[reader.language].unitOf(unit.number, unit.of)}` : goodsTitle
    return goodsView({ order, item, title }, openFile, makeVoice(reader))
  },

  async 'order.processing'(reader, { orderNumber, isShort }) {
    const { t } = reader
    const title = isShort ? t.processingTitle : t.inHandTitle
    const text = html`<b>${title}</b> · ${orderNumber}\n\n${isShort ? t.shortText : t.processingText}`
    return withDetail(reader, orderNumber, text)
  },

  async 'order.shipped'(reader, { orderNumber }) {
    const order = await readOrder(reader, orderNumber)
    if (!isOnItsWay(order)) return null
    const { sent, pressWhenThere } = shippingTexts[reader.language]
    return {
      text: html`<b>${sent(orderNumber)}</b>\n${shipmentLines(order, reader)}\n\n${pressWhenThere}`,
      buttons: [
        ...shipmentButtons(order, reader),
        [{ text: reader.t.orderDetail, press: makePress('detail', order.token) }],
      ],
    }
  },

  async 'order.ready'(reader, { orderNumber }) {
    const order = await readOrder(reader, orderNumber)
    if (!order.mayBeCompleted()) return null
    const words = receivingTexts[reader.language].ready
    const rules = await findShopRules(reader.app, order.accountId)
    const where = order.tableNumber === null ? words.pickup(rules?.pickupPlace ?? null) : words.table(order.tableNumber)
    const slot =
      order.slotAt && html`\n${customerTexts[reader.language].slot}: ${makeVoice(reader).moment(order.slotAt)}`
    return withDetail(reader, orderNumber, html`🔔 <b>${words.title(orderNumber)}</b>\n${where}${slot}`)
  },

  async 'order.completed'(reader, { orderNumber }) {
    const { sellerNote } = await readOrder(reader, orderNumber)
    const note = sellerNote && html`\n\n${merchantTexts[reader.language].sellerNote}: ${sellerNote}`
    return withDetail(reader, orderNumber, html`${reader.t.completedText(orderNumber)}${note}`)
  },

  async 'order.undone'(reader, { orderNumber, was }) {
    const words = { ...customerTexts[reader.language].undone, shipped: shippingTexts[reader.language].undone }
    const told =
      was === 'shipped'
        ? words.shipped
        : was === 'cancelled'
          ? words.cancelled
          : was === 'completed'
            ? words.completed
            : words.processing
    return withDetail(reader, orderNumber, html`${told(orderNumber)}`)
  },

  // A customer who cancelled it has just read this in the chat.
  async 'order.cancelled'(reader, { orderNumber, by, isRefundDue }) {
    const { t } = reader
    if (by === 'customer') return null
    const why = Object.hasOwn(t.cancelledBy, by) ? t.cancelledBy[by as keyof typeof t.cancelledBy] : ''
    const order = await readOrder(reader, orderNumber)
    const { sellerNote } = order
    const reason = sellerNote && html`\n${merchantTexts[reader.language].reason}: ${asSentence(sellerNote)}`
    const refund =
      isRefundDue && `\n\n${renderRefundDue(await findReceivedMoney(reader.app, order), makeVoice(reader))}`
    return withDetail(reader, orderNumber, html`${t.cancelledText(orderNumber)}${why && `\n${why}`}${reason}${refund}`)
  },

  async 'order.message'(reader, { orderNumber, text }) {
    const title = merchantTexts[reader.language].sellerSays(await storeName(reader), orderNumber)
    return withDetail(reader, orderNumber, html`<b>${title}</b>\n\n${renderLines(text)}`)
  },

  async 'order.money_in_review'(reader, { orderNumber, invoiceId, reason, amount }) {
    const why = customerReason(await readOrder(reader, orderNumber), { invoiceId, reason })
    const text = html`⚠️ <b>${orderNumber}</b>\n${reader.t.inReview[why](formatRupiah(amount))}`
    return withDetail(reader, orderNumber, text)
  },

  async 'order.money_returned'(reader, { orderNumber, amount, note }) {
    const { returned } = moneyTexts[reader.language]
    const said = note && html`\n${merchantTexts[reader.language].sellerNote}: ${note}`
    return withDetail(reader, orderNumber, html`${returned(formatRupiah(amount), orderNumber)}${said}`)
  },
}

function asSentence(note: string): string {
  return /[.!?…]$/.test(note) ? note : `${note}.`
}

/** Returns the meaning of an invoice's reason for its order, as a text for the customer. */
function customerReason(
  order: WholeOrder,
  { invoiceId, reason }: { invoiceId: string; reason: ReviewReason },
): ReviewReason | 'closed' {
  if (isPaidByAnother(order, invoiceId)) return 'paid_twice'
  return reason === 'cancelled' && order.status !== 'cancelled' ? 'closed' : reason
}

function readOrder({ app, bot, accountId }: NoticeReader, orderNumber: string): Promise<WholeOrder> {
  return findOrder(app, { accountId: (accountId ?? bot.accountId)! }, orderNumber)
}

async function withDetail(reader: NoticeReader, orderNumber: string, text: Message['text']): Promise<Message> {
  const { token } = await readOrder(reader, orderNumber)
  return { text, buttons: [[{ text: reader.t.orderDetail, press: makePress('detail', token) }]] }
}

async function storeName({ app, bot }: NoticeReader): Promise<string> {
  if (bot.accountId === null) return bot.firstName
  const account = await app.em({ accountId: bot.accountId }).findOne(Account, { id: bot.accountId })
  return account?.displayName ?? bot.firstName
}
