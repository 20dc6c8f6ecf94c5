import { standingOfAccount } from '../../src/accounts/standing.ts'
import { type Html, html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { amountCeiling, type PaymentMethodId, paymentMethodIds, paymentMethods } from '../../src/methods/method.ts'
import type { App } from '../../src/needs.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import { findCustomerOrder } from '../../src/orders/find-order.ts'
import { holdS, type OrderItem, type OrderView } from '../../src/orders/order.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { type PaymentView, viewPayment } from '../../src/payments/view-payment.ts'
import type { ShopContext } from '../context.ts'
import { type Button, type Message, press } from '../telegram/message.ts'
import type { Texts } from '../texts/texts.ts'
import { type Voice, voiceOf } from '../texts/voice.ts'
import { menuRow, pageUrl, readId } from './buttons.ts'
import { nameInList } from './cart.ts'
import { hasGoods } from './goods.ts'
import { amountDue, deadline, payButtons } from './payment.ts'
import type { ShopScreen } from './screen.ts'

export const orderScreen: ShopScreen = {
  links: { o: (ctx, token) => showOrder(ctx, token) },
  presses: {
    order: (ctx, [token]) => showOrder(ctx, token),
    pay,
    check: { answers: true, run: check },
    cancel: askCancel,
    drop,
  },
}

export interface OrderData {
  order: OrderView
  /** Of the newest invoice, where the order waits for it. */
  payment: PaymentView | null
  /** By which it can be paid, the usual one first. */
  methods: PaymentMethodId[]
  paymentUrl: string | null
  now: Date
}

/** One order as its customer sees it: to be confirmed and paid, under way, or over. */
export function orderView(data: OrderData, voice: Voice): Message {
  const { order } = data
  const { t, moment } = voice
  return {
    text: html`🧾 <b>${order.orderNumber}</b>
${t.statuses[order.status]}

${itemLines(order.items)}
${t.total}: <b>${formatRupiah(order.total)}</b>${answers(order, voice)}
${t.orderedAt}: ${moment(order.createdAt)}${order.paidAt && html`\n${t.paidAt}: ${moment(order.paidAt)}`}

${situation(data, voice)}`,
    buttons: [
      ...actions(data, voice),
      [
        { text: t.myOrders, press: press('orders') },
        { text: t.menu, press: press('home') },
      ],
    ],
  }
}

/** `1. Kopi Susu (Besar) × 2 · Rp 40.000`, a line each. */
export function itemLines(items: OrderItem[]): Html[] {
  return items.map(
    (item, at) =>
      html`${at + 1}. ${nameInList(item, items.length)} × ${item.quantity} · ${formatRupiah(item.price * item.quantity)}\n`,
  )
}

/** What the customer told about the order. */
export function answers({ customerPhone, address, note }: OrderView, { t }: Voice): Html {
  return html`${customerPhone && html`\n${t.phone}: ${customerPhone}`}${address && html`\n${t.address}: ${address}`}${
    note && html`\n${t.note}: ${note}`
  }`
}

function situation({ order, payment, now }: OrderData, voice: Voice): Html {
  const { t, time } = voice
  switch (order.status) {
    case 'pending': {
      const isHeld = order.heldUntil !== null && order.heldUntil > now
      const minutes = isHeld
        ? Math.min(holdS / 60, Math.ceil((order.heldUntil!.getTime() - now.getTime()) / 60_000))
        : 0
      return html`${isHeld ? t.stockHeld(minutes, time(order.heldUntil!)) : t.stockNotHeld}
<i>${t.uniqueCodeAhead}</i>`
    }
    case 'waiting_payment':
      return payment ? waiting(payment, now, voice) : html`${t.preparingCode}`
    case 'paid':
      return html`${t.processingText}`
    case 'processing':
      return html`${order.items.some(item => item.stockState === 'short') ? t.shortText : t.processingText}`
    case 'completed':
      return html`${t.completedText(order.orderNumber)}`
    case 'cancelled':
      return html`${t.cancelledBy[order.cancelledBy ?? 'merchant']}${order.refundDue && html`\n${t.refundDue}`}`
  }
}

function waiting(payment: PaymentView, now: Date, voice: Voice): Html {
  const { t } = voice
  if (payment.phase === 'overdue') return html`${t.overdue}`
  return html`${payment.phase === 'preparing' ? t.preparingCode : t.codeBelow}
${amountDue(payment, voice)}
${deadline(payment, now, voice)}`
}

function actions({ order, payment, methods, paymentUrl }: OrderData, voice: Voice): Button[][] {
  const { t } = voice
  const cancel: Button[] = [{ text: t.cancelOrder, press: press('cancel', order.token), style: 'danger' }]
  if (order.status === 'pending') return [...methodButtons(order, methods, voice), cancel]
  if (order.status === 'waiting_payment') {
    return payment && payment.phase !== 'overdue'
      ? payButtons({ token: order.token, payment, paymentUrl }, voice)
      : [[{ text: t.checkNow, press: press('check', order.token) }], cancel]
  }
  const buttons: Button[] = []
  if (hasGoods(order)) buttons.push({ text: t.goodsAgain, press: press('goods', order.token), style: 'success' })
  if (order.paidAt) buttons.push({ text: t.receipt, press: press('receipt', order.token) })
  return buttons.length > 0 ? [buttons] : []
}

function methodButtons({ token, total }: OrderView, methods: PaymentMethodId[], { t }: Voice): Button[][] {
  const [usual, ...others] = methods
  if (!usual) return []
  return [
    [{ text: t.pay(formatRupiah(total)), press: press('pay', token, usual), style: 'success' }],
    ...others.map((method): Button[] => [{ text: t.payWith(t.payBy[method]), press: press('pay', token, method) }]),
  ]
}

/** Shows the order of this customer; anybody else's, and none at all, is answered in the same words. */
export async function showOrder(ctx: ShopContext, token: string | undefined): Promise<void> {
  const order = await findOwn(ctx, token)
  if (order) await ctx.show(orderView(await dataOf(ctx, order), voiceOf(ctx)))
  else await ctx.alert(ctx.t.orderUnknown)
}

/** The order behind a button or a link, where it is this customer's own. */
export async function findOwn(ctx: ShopContext, token: string | undefined): Promise<OrderView | null> {
  const readable = readId(token)
  if (!readable) return null
  try {
    return await findCustomerOrder(ctx.app, ctx.store.accountId, ctx.customer.id, readable)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}

async function dataOf(ctx: ShopContext, order: OrderView): Promise<OrderData> {
  const { app, store } = ctx
  const isWaiting = order.status === 'waiting_payment' && order.payment !== null
  const [payment, methods] = await Promise.all([
    isWaiting ? viewPayment(app, order.payment!.invoiceId) : null,
    order.status === 'pending' ? usableMethods(app, store, order.total) : [],
  ])
  return {
    order,
    payment,
    methods,
    paymentUrl: order.payment ? pageUrl(app, order.payment.invoiceId, ctx.language) : null,
    now: app.now(),
  }
}

/** The methods by which this shop can be paid such a sum now. */
async function usableMethods(app: App, store: ShopContext['store'], total: number): Promise<PaymentMethodId[]> {
  const standing = await standingOfAccount(app, store.accountId, store.mode)
  if (!standing) return []
  const usual = app.edition.defaultMethod(standing)
  return app.edition.methods
    .filter(method => app.edition.requirements(standing, method).length === 0)
    .filter(method => total <= (paymentMethods[method].amountMax ?? amountCeiling))
    .sort((one, other) => Number(other === usual) - Number(one === usual))
}

// The code itself comes as a message of its own, which is a notice: it is owed, whatever happens to this press.
async function pay(ctx: ShopContext, [token, asked]: string[]): Promise<void> {
  const { app, store, customer } = ctx
  const order = await findOwn(ctx, token)
  if (!order) return void (await ctx.alert(ctx.t.orderUnknown))
  const standing = await standingOfAccount(app, store.accountId, store.mode)
  if (!standing) throw new Refusal('method_unavailable', 'The shop is closed')
  const method = paymentMethodIds.find(id => id === asked)
  await requestPayment(app, standing, customer.id, order.token, method)
  const view = requestedView(order, ctx.t)
  await (isPicture(ctx) ? ctx.say(view) : ctx.show(view))
}

/** Nothing to pay from in here: the code has a message of its own, which changes when it ends, and this one does not. */
export function requestedView({ orderNumber, token }: Pick<OrderView, 'orderNumber' | 'token'>, t: Texts): Message {
  return {
    text: html`🧾 <b>${orderNumber}</b>\n${t.preparingCode}`,
    buttons: [[{ text: t.orderDetail, press: press('order', token) }]],
  }
}

// The message of a code is changed by notices alone: whatever else there is to say stands below it.
function isPicture(ctx: ShopContext): boolean {
  return ctx.callbackQuery?.message?.photo !== undefined
}

async function check(ctx: ShopContext, [token]: string[]): Promise<void> {
  const order = await findOwn(ctx, token)
  if (!order) return void (await ctx.alert(ctx.t.orderUnknown))
  const answer = await answerOf(ctx, order)
  const isShown = await ctx.toast(answer)
  if (!isPicture(ctx)) await showOrder(ctx, token)
  else if (!isShown) await ctx.say({ text: html`${answer}` })
}

async function answerOf({ app, t }: ShopContext, order: OrderView): Promise<string> {
  if (order.status === 'cancelled') return t.codeCancelled
  if (order.paidAt) return t.alreadyPaid
  const payment = order.payment && (await viewPayment(app, order.payment.invoiceId))
  if (payment?.phase === 'preparing') return t.codeNotReady
  if (payment?.phase === 'payable') return t.notPaidYet
  return payment?.phase === 'overdue' ? t.overdue : t.codeExpired
}

async function askCancel(ctx: ShopContext, [token]: string[]): Promise<void> {
  const order = await findOwn(ctx, token)
  if (!order) return void (await ctx.alert(ctx.t.orderUnknown))
  if (order.status !== 'pending' && order.status !== 'waiting_payment') return showOrder(ctx, token)
  const question = cancelView(order, voiceOf(ctx))
  await (isPicture(ctx) ? ctx.say(question) : ctx.show(question))
}

export function cancelView(order: Pick<OrderView, 'orderNumber' | 'token'>, { t }: Voice): Message {
  return {
    text: html`${t.askCancel(order.orderNumber)}`,
    buttons: [
      [
        { text: t.yesCancel, press: press('drop', order.token), style: 'danger' },
        { text: t.noKeep, press: press('order', order.token) },
      ],
      menuRow(t),
    ],
  }
}

async function drop(ctx: ShopContext, [token]: string[]): Promise<void> {
  const order = await findOwn(ctx, token)
  if (!order) return void (await ctx.alert(ctx.t.orderUnknown))
  await cancelOrder(ctx.app, ctx.store.accountId, ctx.customer.id, order.token)
  await showOrder(ctx, token)
}
