import type Koa from 'koa'
import { type Html, html } from '../../../lib/html.ts'
import { notFound, Refusal } from '../../../lib/refusal.ts'
import { findMoneyInReview } from '../../../money/find-money-in-review.ts'
import type { App } from '../../../needs.ts'
import { cancelWithPayment } from '../../../orders/cancel-order.ts'
import { findCustomerOrder, type WholeOrder } from '../../../orders/find-order.ts'
import { isAnnouncedReady } from '../../../orders/receiving/ready-event.ts'
import { requestPayment } from '../../../orders/request-payment.ts'
import { hasEnded } from '../../../payments/payment-phase.ts'
import { viewPayment } from '../../../payments/view-payment.ts'
import { linkButton } from '../../../web/parts/card.ts'
import { hiddenField } from '../../../web/parts/forms.ts'
import { findRefusalStatus } from '../../../web/parts/refused-page.ts'
import type { PaymentPageView } from '../../../web/pay/payment-parts.ts'
import { writePageTitle } from '../../../web/pay/payment-view.ts'
import { selectWay } from '../../../web/pay/payment-ways.ts'
import { formBytesMax, readText, redirectTo, requireCurrentStanding, toPageRefusal } from '../../menu/web/cart-form.ts'
import { findPhase, orderView } from '../../menu/web/order-view.ts'
import { readParam } from '../../menu/web/with-shop.ts'
import { orderAgain } from '../order-again.ts'
import { appTexts } from '../texts/app-texts.ts'
import { readAppForm } from './app-form.ts'
import { payView, receiptPath } from './pay-view.ts'
import { drawApp, type Visit } from './visit.ts'

const refreshS = 15

/** Shows an order of the customer, from any channel. */
export function showOrder(app: App, ctx: Koa.Context, visit: Visit): Promise<void> {
  return drawOrder(app, ctx, visit, { token: readParam(ctx, 'token'), refusal: null })
}

/** Renders the page of an order, and why it could not be paid. */
export async function drawOrder(
  app: App,
  ctx: Koa.Context,
  visit: Visit,
  { token, refusal }: { token: string; refusal: Refusal | null },
): Promise<void> {
  const { shop } = visit
  const order = await findOwn(app, visit, token)
  const phase = findPhase(order, await isAnnouncedReady(app, order))
  const title = `${shop.say.phases[phase]}: ${shop.name}`
  const body = orderView(shop, order, { phase, refusal, more: orderActions(visit, order) })
  const status = refusal ? findRefusalStatus(refusal) : 200
  const marks = { title, refreshS, back: shop.to(''), path: `/o/${token}` }
  drawApp(app, ctx, visit, { body, status, scripts: ['menu.js'], ...marks })
}

function findOwn(app: App, { owner }: Visit, token: string): Promise<WholeOrder> {
  if (!/^[\w-]{22}$/.test(token)) throw notFound('order')
  return findCustomerOrder(app, owner.accountId, owner.customerId, token)
}

function orderActions({ shop }: Visit, order: WholeOrder): Html {
  const say = appTexts[shop.language]
  const invoice = order.payment()?.invoiceId
  const press = (act: string, text: string) =>
    html`<form method="post" action="${shop.to(`/o/${order.token}`)}">${hiddenField('do', act)}
      <button class="button quiet">${text}</button></form>`
  return html`<section class="card app-acts">
    ${order.status === 'waiting_payment' && linkButton(shop.to(`/pay/${order.token}`), say.openPayment)}
    ${order.paidAt !== null && invoice && saveReceipt(shop, invoice, say.receipt)}
    ${order.isUnpaid() ? press('cancel', say.cancel) : press('again', say.again)}
    <button type="button" class="button quiet" data-close hidden>${say.backToChat}</button>
  </section>`
}

function saveReceipt({ config, language }: Visit['shop'], invoice: string, text: string): Html {
  return html`<a class="button quiet" href="${receiptPath(config, language, invoice)}" download>${text}</a>`
}

/** Requests a payment, cancels an unpaid order, or adds its goods to the cart again. */
export async function changeOrder(app: App, ctx: Koa.Context, visit: Visit): Promise<void> {
  const { shop, owner } = visit
  const token = readParam(ctx, 'token')
  const order = await findOwn(app, visit, token)
  try {
    const act = readText(await readAppForm(app, ctx, { fieldsBytesMax: formBytesMax, fieldsMax: 10 }), 'do')
    if (act === 'again') {
      await orderAgain(app, shop.scope, { orderId: order.id, customerId: owner.customerId })
      return redirectTo(ctx, shop.to('/cart'))
    }
    if (act === 'cancel') {
      const refuse = () => new Refusal('already_paid', 'The order is paid')
      const which = { id: order.id, accountId: owner.accountId, mode: owner.mode }
      await cancelWithPayment(app, which, { by: 'customer', notify: true, refuse })
      return redirectTo(ctx, shop.to(`/o/${token}`))
    }
    if (!order.isUnpaid()) return redirectTo(ctx, shop.to(`/o/${token}`))
    await requestPayment(app, await requireCurrentStanding(app, shop), { customerId: owner.customerId, token })
    redirectTo(ctx, shop.to(`/pay/${token}`))
  } catch (error) {
    await drawOrder(app, ctx, visit, { token, refusal: toPageRefusal(ctx, error) })
  }
}

/** Shows the payment of an order, with the same code as in the chat, and its outcome. */
export async function showPayment(app: App, ctx: Koa.Context, visit: Visit): Promise<void> {
  const { shop, owner } = visit
  const token = readParam(ctx, 'token')
  const order = await findOwn(app, visit, token)
  const invoices = [...order.invoices.$].sort((one, other) => one.number - other.number)
  const invoice = invoices.find(({ isOpen }) => isOpen)?.payment ?? order.payment() ?? invoices.at(-1)?.payment
  const found = invoice && (await viewPayment(app, invoice.invoiceId))
  if (!found) return redirectTo(ctx, shop.to(`/o/${token}`))
  const payment = selectWay(found, undefined)
  const isOver = hasEnded(payment.phase)
  const shown: PaymentPageView = {
    config: app.config,
    language: shop.language,
    payment,
    now: app.now(),
    inReview: await findMoneyInReview(app, owner.accountId, payment.invoiceId),
    order,
    chat: null,
    goods: { image: null, released: null },
    explanation: null,
    silence: null,
    onwardTo: null,
    contact: null,
    receipt: null,
    refreshS: isOver ? undefined : payment.phase === 'preparing' ? 3 : 10,
    sandbox: 'none',
  }
  const body = payView(shown, { order: shop.to(`/o/${token}`) })
  const marks = { title: writePageTitle(shown), refreshS: shown.refreshS, back: shop.to(`/o/${token}`) }
  drawApp(app, ctx, visit, { body, scripts: ['payment.js'], ...marks })
}
