import type { Handover } from '../../src/catalog/delivery-zones.ts'
import { ShopRules } from '../../src/catalog/shop-rules.ts'
import { formatExplanation } from '../../src/doctor/format-explanation.ts'
import { searchForMoney } from '../../src/doctor/search-for-money.ts'
import { findStandingByAccount } from '../../src/keys/standing.ts'
import { html } from '../../src/lib/html.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { listUsableMethods } from '../../src/methods/list-usable-methods.ts'
import { listWaysToPay } from '../../src/methods/list-ways-to-pay.ts'
import type { PaymentMethodId, RequestedMethod } from '../../src/methods/method.ts'
import type { App } from '../../src/needs.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import { readHandoverContext } from '../../src/orders/choose-receiving.ts'
import type { WholeOrder } from '../../src/orders/find-order.ts'
import { findReceivedMoney } from '../../src/orders/received-money.ts'
import { listWaysToReceive } from '../../src/orders/receiving/list-ways-to-receive.ts'
import { recordCard } from '../../src/orders/record-card.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { Review } from '../../src/orders/reviews/review.ts'
import { type PaymentView, viewPayment } from '../../src/payments/view-payment.ts'
import { watchPayments } from '../../src/payments/watch-payments.ts'
import { createPaymentCard } from '../../src/pictures/payment-card.ts'
import { listAdditions } from '../../src/slots.ts'
import type { ShopContext } from '../context.ts'
import { makePress } from '../telegram/message.ts'
import { moneyTexts } from '../texts/money-texts.ts'
import type { Language } from '../texts/texts.ts'
import { makeVoice } from '../texts/voice.ts'
import { pageUrl } from './buttons.ts'
import { findOwnOrder, findOwnOrderOrReply } from './find-own-order.ts'
import {
  cancelView,
  codeRequestedView,
  type ModuleChoices,
  type OrderData,
  orderView,
  payAgainView,
  paymentMethodsView,
  renderMoneyInReview,
} from './order-view.ts'
import { endedView, isTransfer, toClosedPayment } from './payment.ts'
import type { ShopScreen } from './screen.ts'

declare module '../../src/slots.ts' {
  interface Slots {
    /** Adds choices to an order that is not being paid yet. */
    orderWays(app: App, order: WholeOrder, language: Language): Promise<ModuleChoices>
  }
}

export const orderScreen: ShopScreen = {
  links: { o: sendOrder },
  presses: {
    order: async (ctx, [token]) => void (await showOrder(ctx, token)),
    detail: (ctx, [token]) => sendOrder(ctx, token),
    pay: { answers: true, run: payOrder },
    payways: showWays,
    check: { answers: true, run: checkOrder },
    cancel: askCancel,
    drop: dropOrder,
  },
}

/** Shows the order if it belongs to this customer; another customer's order is treated as unknown. */
export async function showOrder(ctx: ShopContext, token: string | undefined): Promise<number | null> {
  const order = await findOwnOrderOrReply(ctx, token)
  return order && ctx.show(orderView(await readOrderData(ctx, order), makeVoice(ctx)))
}

/** Shows the order as a new message, so that the pressed message (a receipt, goods) stays. */
export async function sendOrder(ctx: ShopContext, token: string | undefined): Promise<void> {
  const order = await findOwnOrderOrReply(ctx, token)
  if (order) await ctx.say(orderView(await readOrderData(ctx, order), makeVoice(ctx)))
}

async function readOrderData(ctx: ShopContext, order: WholeOrder): Promise<OrderData> {
  const { app } = ctx
  const invoiceId = order.payment()?.invoiceId
  const awaited = order.status === 'waiting_payment' ? invoiceId : undefined
  if (awaited) await watchPayments(app, [awaited])
  const em = app.em({ accountId: order.accountId })
  const [payment, methods, reviews, rules, received, ways, ...added] = await Promise.all([
    awaited ? viewPayment(app, awaited) : null,
    order.status === 'pending' ? listWays(ctx, order.total) : [],
    order.status === 'completed' ? app.em(order).count(Review, { order: order.id }) : null,
    em.findOne(ShopRules, { account: order.accountId }),
    findReceivedMoney(app, order),
    order.status === 'pending' ? waysFor(ctx, order) : null,
    ...(order.status === 'pending' ? listAdditions(app, 'orderWays').map(read => read(app, order, ctx.language)) : []),
  ])
  return {
    order,
    payment,
    methods,
    paymentUrl: invoiceId ? pageUrl(app, invoiceId, ctx.language) : null,
    now: app.now(),
    isReviewable: reviews === 0,
    rules,
    added,
    received,
    ways,
  }
}

async function waysFor({ app, store }: ShopContext, order: WholeOrder): Promise<Handover[] | null> {
  if (order.receiving === null) return null
  const { rules, goods } = await readHandoverContext(app.em(store), order)
  return listWaysToReceive(rules, goods)
}

async function showWays(ctx: ShopContext, [token]: string[]): Promise<void> {
  const order = await findOwnOrder(ctx, token)
  if (order?.status === 'pending')
    await ctx.show(paymentMethodsView(order, await listWays(ctx, order.total), makeVoice(ctx)))
  else await showOrder(ctx, token)
}

async function listWays({ app, store }: ShopContext, total: number): Promise<RequestedMethod[]> {
  const standing = await findStandingByAccount(app, store.accountId, store.mode)
  return standing ? listWaysToPay(app, standing, total) : []
}

// The code arrives as a separate message, a notice, so it is sent even if this press fails.
async function payOrder(ctx: ShopContext, [token, asked, sure]: string[]): Promise<void> {
  const { app, store, customer } = ctx
  const order = await findOwnOrderOrReply(ctx, token)
  if (!order) return
  const standing = await findStandingByAccount(app, store.accountId, store.mode)
  if (!standing) throw new Refusal('method_unavailable', 'The shop is closed')
  if (order.status === 'waiting_payment') {
    await ctx.toast(ctx.t.codeBelow)
    // A second tap finds the code in the message that it pressed.
    if (ctx.callbackQuery?.message?.message_id !== order.cardMessageId) await endPicture(ctx, order)
    return
  }
  // `all` is not a choice for customers; a shop can make it the default method.
  const usable = listUsableMethods(app, standing, order.total)
  const method = usable.find(id => id === asked)
  const amounts = renderMoneyInReview({ order, received: await findReceivedMoney(app, order) })
  if (amounts && sure !== 'again') {
    const question = payAgainView(order, { amounts, method }, makeVoice(ctx))
    await (isPicture(ctx) ? ctx.say(question) : ctx.show(question))
    return
  }
  await announceCode(ctx, order, method)
  try {
    await requestPayment(app, standing, { customerId: customer.id, token: order.token, paymentMethod: method })
  } catch (error) {
    if (error instanceof Refusal) await takeBack(ctx, token)
    throw error
  }
}

// Sent before the code can exist. The notice that brings the code, or reports its failure, puts its picture into this
// message. The picture of an ended code stays under the announcement, because Telegram cannot turn a picture into a
// text.
async function announceCode(ctx: ShopContext, order: WholeOrder, method: PaymentMethodId | undefined): Promise<void> {
  if (order.status !== 'pending') return
  const requested = codeRequestedView(order.orderNumber, method, ctx.t)
  const ended = isPicture(ctx) ? await pressedPayment(ctx, order) : null
  const messageId = await ctx.show(
    ended ? { ...requested, photo: createPaymentCard(ended, makeVoice(ctx)) } : requested,
  )
  await recordCard(ctx.app, order, messageId)
}

// Without a code, the message that announced it shows the order again, or how its last code ended.
async function takeBack(ctx: ShopContext, token: string | undefined): Promise<void> {
  if (!isPicture(ctx)) {
    await showOrder(ctx, token)
    return
  }
  const order = await findOwnOrder(ctx, token)
  if (order) await endPicture(ctx, order)
}

// Only notices change a payable code: everything else is sent below it.
function isPicture(ctx: ShopContext): boolean {
  return ctx.callbackQuery?.message?.photo !== undefined
}

async function checkOrder(ctx: ShopContext, [token]: string[]): Promise<void> {
  const order = await findOwnOrderOrReply(ctx, token)
  if (!order) return
  const invoiceId = order.status === 'waiting_payment' ? order.payment()?.invoiceId : undefined
  if (invoiceId) return checkPayment(ctx, order, invoiceId)
  const answer = await answerCheck(ctx, order)
  const isShown = await ctx.toast(answer)
  if (!isPicture(ctx)) {
    await showOrder(ctx, token)
    return
  }
  if (!isShown) await ctx.say({ text: html`${answer}` })
  await endPicture(ctx, order)
}

// A process can die between sending a code and recording that. No notice ends such a picture, so pressing it does.
async function endPicture(ctx: ShopContext, order: WholeOrder): Promise<void> {
  const payment = await pressedPayment(ctx, order)
  if (!payment || (payment.status === 'pending' && order.isUnpaid())) return
  const { orderNumber, token, status } = order
  const data = { orderNumber, token, payment: toClosedPayment(payment), isPayable: status === 'pending' }
  await ctx.show(endedView(data, makeVoice(ctx)))
}

/** Returns the payment whose picture was pressed; null if it does not belong to this order. */
async function pressedPayment(ctx: ShopContext, { invoices }: WholeOrder): Promise<PaymentView | null> {
  const { message } = ctx.callbackQuery ?? {}
  const caption = (message && 'caption' in message && message.caption) || ''
  const shown = invoices.$.find(({ payment }) => caption.includes(payment.invoiceId))
  return shown ? viewPayment(ctx.app, shown.payment.invoiceId) : null
}

/** Handles "Saya sudah bayar". The result is a separate message; a payment that was found has its own notices too. */
async function checkPayment(ctx: ShopContext, order: WholeOrder, invoiceId: string): Promise<void> {
  const { language, store } = ctx
  await ctx.toast(moneyTexts[language].looking)
  const explanation = await searchForMoney(ctx.app, invoiceId)
  const { moment } = makeVoice(ctx)
  const { is, next } = formatExplanation(explanation, { who: 'payer', language, moment, merchant: store.name })
  const isPaid = explanation.verdict === 'paid' || explanation.verdict === 'callback_failing'
  if (!isPaid) {
    const button = { text: ctx.t.orderDetail, press: makePress('detail', order.token) }
    await ctx.say({ text: html`🔎 ${is}\n\n${next}`, buttons: [[button]] })
  }
  if (isPicture(ctx)) await endPicture(ctx, order)
  else await showOrder(ctx, order.token)
}

async function answerCheck({ app, t }: ShopContext, order: WholeOrder): Promise<string> {
  if (order.status === 'cancelled') return t.codeCancelled
  if (order.paidAt) return t.alreadyPaid
  const invoiceId = order.payment()?.invoiceId
  const payment = invoiceId ? await viewPayment(app, invoiceId) : null
  const words = payment && isTransfer(payment) ? t.transferWords : t
  if (payment?.phase === 'preparing') return words.codeNotReady
  if (payment?.phase === 'payable') return t.notPaidYet
  return payment?.phase === 'overdue' ? t.overdue : words.codeExpired
}

async function askCancel(ctx: ShopContext, [token]: string[]): Promise<void> {
  const order = await findOwnOrderOrReply(ctx, token)
  if (!order) return
  if (order.mayBeCancelledBy('customer')) {
    const question = cancelView(order, makeVoice(ctx), await findReceivedMoney(ctx.app, order))
    await (isPicture(ctx) ? ctx.say(question) : ctx.show(question))
  } else {
    await (isPicture(ctx) ? sendOrder(ctx, token) : showOrder(ctx, token))
  }
  await endPicture(ctx, order)
}

async function dropOrder(ctx: ShopContext, [token]: string[]): Promise<void> {
  const order = await findOwnOrderOrReply(ctx, token)
  if (!order) return
  await cancelOrder(ctx.app, ctx.store.accountId, ctx.customer.id, order.token)
  await showOrder(ctx, token)
}
