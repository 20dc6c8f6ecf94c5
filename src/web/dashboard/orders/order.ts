import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { makeTelLink } from '../../../lib/phone.ts'
import { notifyReady } from '../../../notices/notify-ready.ts'
import { findOrder, type WholeOrder } from '../../../orders/find-order.ts'
import { findOrderRefund } from '../../../orders/find-order-refund.ts'
import { describeMakings } from '../../../orders/making-lines.ts'
import { findReceivedMoney, type ReceivedMoney } from '../../../orders/received-money.ts'
import { isHandedOverHere } from '../../../orders/receiving/is-handed-over-here.ts'
import { isAnnouncedReady } from '../../../orders/receiving/ready-event.ts'
import { isOnItsWay, isShippable } from '../../../orders/shipping/shipment.ts'
import { type StatusUpdate, updateOrderStatus } from '../../../orders/update-order-status.ts'
import type { Payment } from '../../../payments/payment.ts'
import { mayDo } from '../../../people/membership.ts'
import { listAdditions } from '../../../slots.ts'
import { backLink, card, chip, linkButton, titleRow } from '../../parts/card.ts'
import { factList } from '../../parts/facts.ts'
import { actButton, banner, field, refusedBanner } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import { formatMoment } from '../../parts/moment.ts'
import { definePage, type PageAct, type ViewContext } from '../../parts/page.ts'
import type { Visit } from '../../parts/visit.ts'
import { paymentLink } from '../payments/payments.ts'
import { listShipmentFacts, makeShipLabels, renderShipFields, shipAct } from '../queue/order-shipping.ts'
import { papersCard } from '../queue/papers-card.ts'
import { renderOrderSharing } from '../queue/render-order-sharing.ts'
import { timelineCard } from '../queue/timeline-card.ts'
import { undoAct, undoForm } from '../queue/undo-act.ts'
import { type OrderTexts, orderTexts } from './order-texts.ts'
import { renderOrderStatus } from './orders.ts'

const Input = z.object({ order: z.string().regex(/^ORD-\d{6}-[0-9A-Z]{6}$/) })
type Input = z.infer<typeof Input>

const noteMax = 500
const Note = z.object({ note: z.string().trim().max(2000).optional() })
type Note = z.infer<typeof Note>

interface Loaded {
  order: WholeOrder
  /** Money received for it, by any of its invoices. */
  received: ReceivedMoney[]
  /** Whether the customer has been told that it can be picked up, or comes to their table. */
  isToldReady: boolean
}
type ShownOrder = ViewContext<Visit, Input, Loaded>

/** One order: customer, items, delivery, and the currently possible acts. */
export const orderPage = definePage({
  path: '/dashboard/orders/:order',
  role: 'read',
  input: Input,
  async load(app, { scope }, { order: number }): Promise<Loaded> {
    const order = await findOrder(app, scope, number)
    return { order, received: await findReceivedMoney(app, order), isToldReady: await isAnnouncedReady(app, order) }
  },
  view(view: ShownOrder) {
    const { app, language, loaded, refusal, to, visit } = view
    const { order } = loaded
    const say = orderTexts[language]
    const mayAct = mayDo(visit.account.role, 'orders')
    const mayUndo = mayAct && order.isUndoableAt(app.now())
    return {
      title: order.orderNumber,
      body: html`
        ${backLink(to('/dashboard/orders'), say.title)}
        ${titleRow(order.orderNumber, renderOrderStatus(order, say))}
        ${refusedBanner({ language, refusal, labels: { note: say.message, ...makeShipLabels(say) } })}
        ${mayUndo && undoForm(language)}
        ${refundBanner(view, say)}
        <div class="pair">
          <div class="stack">
            ${card(say.items, itemsCard(order, language, say))}
            ${mayAct && actionForms(view, say)}
            ${renderOrderSharing({ app, language, order, merchant: visit.account.name })}
          </div>
          <div class="stack">
            ${card(null, detailsCard(view, say))}
            ${timelineCard(app, order, language)}
            ${moneyCard(view, say)}
            ${moneyLinks(view)}
            ${papersCard(to, order, language)}
          </div>
        </div>`,
    }
  },
  act: {
    take: statusAct('processing'),
    ready: {
      role: 'orders',
      async run(app, { scope }, _fields, { order: number }) {
        await findOrder(app, scope, number)
        await notifyReady(app, scope.accountId, number)
        return { done: 'saved' }
      },
    },
    complete: statusAct('completed'),
    ship: shipAct,
    undo: undoAct,
    cancel: {
      ...statusAct('cancelled'),
      async confirm(app, { scope, language }, _fields, { order: number }) {
        const say = orderTexts[language]
        const received = await findReceivedMoney(app, await findOrder(app, scope, number))
        const text = received.length === 0 ? say.sureText : say.sureRefund(formatAmounts(received))
        return { title: say.sureCancel(number), text, button: say.yesCancel, isDangerous: true }
      },
    },
  },
})

/** Renders the money that must still be returned, with the way to record it, or the returned money. */
function refundBanner({ app, language, loaded, to }: ShownOrder, say: OrderTexts): Html | null {
  const { order, received } = loaded
  const refund = findOrderRefund(order)
  if (!order.refundDue) {
    return (
      refund && banner('warn', say.refundedText(formatRupiah(refund.amount), formatMoment(app, language, refund.at)))
    )
  }
  const text = received.length > 0 ? say.refundOf(formatAmounts(received)) : say.refund
  const owing = order.invoices.$.map(({ payment }) => payment).findLast(payment => payment.mayBeRefunded())
  const link = owing && html` <a href="${to(`/dashboard/payments/${owing.invoiceId}`)}">${say.toRefund}</a>`
  return banner('warn', html`${text}${link}`)
}

/** Renders links to pages about the money of the order's payments. */
function moneyLinks({ app, language, loaded: { order }, to, visit }: ShownOrder): Html | null {
  if (!mayDo(visit.account.role, 'money')) return null
  const links = order.invoices.$.map(({ payment }) => payment).flatMap(payment =>
    listAdditions(app, 'paymentLinks')
      .filter(({ isShown }) => payment.status === 'paid' && isShown(payment as unknown as Payment))
      .map(({ path, text }) => linkButton(to(path(payment.invoiceId)), text[language], 'quiet')),
  )
  return links.length === 0 ? null : html`<div class="choices">${links}</div>`
}

function statusAct(status: StatusUpdate['status']): PageAct<Visit, Input, Note> {
  return {
    role: 'orders',
    fields: Note,
    async run(app, { scope }, { note }, { order }) {
      await updateOrderStatus(app, scope, { orderNumber: order, status, notify: true, note: note || undefined })
      return { done: 'saved' }
    },
  }
}

function formatAmounts(received: ReceivedMoney[]): string {
  return received.map(({ amount }) => formatRupiah(amount)).join(' + ')
}

/**
 * Renders every amount received for the order. An amount in review links to its decision, so that the customer is not
 * asked to pay again.
 */
function moneyCard({ loaded: { received }, to }: ShownOrder, say: OrderTexts): Html | null {
  if (received.length === 0) return null
  const waiting = received.filter(({ isInReview }) => isInReview)
  const rows = received.map(({ transferId, amount, isInReview }) => {
    const address = to(`/dashboard/review/${transferId}`)
    const state = isInReview
      ? html`<a class="status wait" href="${address}">${say.inReview}</a>`
      : chip('good', say.settled)
    return html`<div><dt>${state}</dt><dd class="money"><a href="${address}">${formatRupiah(amount)}</a></dd></div>`
  })
  return html`<section class="card" data-testid="received">
    <h2>${say.received}</h2>
    ${waiting.length > 0 && banner('warn', say.waiting(formatAmounts(waiting)))}
    <dl>${rows}</dl>
  </section>`
}

function detailsCard(view: ShownOrder, say: OrderTexts): Html {
  const { app, language, loaded, to } = view
  const { order } = loaded
  const invoice = order.payment()?.invoiceId
  return factList([
    [say.customer, order.customerName],
    [say.phone, order.customerPhone && html`<a href="${makeTelLink(order.customerPhone)}">${order.customerPhone}</a>`],
    [say.address, order.address && html`${order.address}<br>${mapLink(order.address, say)}`],
    [say.receiving, order.receiving && receivedAs(order, say)],
    [say.note, order.note],
    [say.sellerNote, order.sellerNote],
    [say.createdAt, formatMoment(app, language, order.createdAt)],
    ...listShipmentFacts(view, say),
    [say.payment, invoice && paymentLink(invoice, to)],
  ])
}

/** Renders a link to an address on a map, which opens in the phone's app. */
function mapLink(address: string, say: OrderTexts): Html {
  const query = new URLSearchParams({ api: '1', query: address })
  const target = html`target="_blank" rel="noopener noreferrer"`
  return html`<a href="https://www.google.com/maps/search/?${query.toString()}" ${target}>${say.map}</a>`
}

function receivedAs({ receiving, deliveryZone, tableNumber }: WholeOrder, say: OrderTexts): string {
  const where = [deliveryZone, tableNumber === null ? null : say.table(tableNumber)].filter(Boolean)
  return [say.ways[receiving ?? 'delivery'], ...where].join(' · ')
}

function itemsCard(
  { items, total, deliveryFee, discount, couponCode }: WholeOrder,
  language: Language,
  say: OrderTexts,
): Html {
  const lines = items.$.map(item => {
    const delivered = item.deliveredAt && html`<small> ${say.delivered}</small>`
    const short = item.stockState === 'short' && html` ${chip('bad', say.short)}`
    const makingRows = describeMakings(item, language, 'prices').map(line => html`<br><small>${line}</small>`)
    const name = html`${item.name()} ×\u00a0${item.quantity}${delivered}${short}${makingRows}`
    return html`<div><dt>${name}</dt><dd>${formatRupiah(item.total())}</dd></div>`
  })
  return html`<dl>
    ${lines}
    ${deliveryFee > 0 && html`<div><dt>${say.deliveryFee}</dt><dd>${formatRupiah(deliveryFee)}</dd></div>`}
    ${discount > 0 && html`<div><dt>${say.discount(couponCode ?? '')}</dt><dd>−${formatRupiah(discount)}</dd></div>`}
    <div><dt><b>${say.total}</b></dt><dd><b>${formatRupiah(total)}</b></dd></div>
  </dl>`
}

function actionForms(view: ShownOrder, say: OrderTexts): Html | null {
  const { loaded, given } = view
  const { order } = loaded
  if (order.isOver()) return null
  const note = (id: string, label: string, hint: string) =>
    field({ name: 'note', id, label, hint, value: given.note, maxlength: noteMax, isOptional: true })
  const isNew = order.status === 'paid'
  const take = actButton('take', say.take)
  const complete = actButton('complete', say.complete, isNew ? 'quiet' : 'main')
  const message = note('message', say.message, say.messageHint)
  const canShip = isShippable(order, order.items)
  const isShipped = isOnItsWay(order)
  const [shipName, shipText] = isShipped ? [say.reship, say.reshipText] : [say.ship, say.shipText]
  const isHere = isHandedOverHere(order) && order.mayBeCompleted() && !loaded.isToldReady
  const readyWords = order.receiving === 'dine_in' ? say.readyAtTable : say.readyToPickUp
  const ready = actButton('ready', readyWords, isNew ? 'quiet' : 'main')
  const isReady = !isNew && !isHere && (!canShip || isShipped)
  const reason = note('reason', say.reason, say.reasonHint)
  const cancel = actButton('cancel', say.cancel, 'danger')
  const ship = { name: shipName, text: shipText, isOpen: !isNew && !isShipped }
  return card(
    say.handling,
    html`
      ${isNew && handlingForm({ name: say.take, text: say.takeText, isOpen: true }, take)}
      ${isHere && handlingForm({ name: readyWords, text: say.readyText, isOpen: !isNew }, ready)}
      ${canShip && handlingForm(ship, renderShipFields(view, say))}
      ${
        order.mayBeCompleted() &&
        handlingForm({ name: say.complete, text: say.completeText, isOpen: isReady }, html`${message}${complete}`)
      }
      ${handlingForm({ name: say.cancel, text: say.cancelText, isOpen: false }, html`${reason}${cancel}`)}
      <p><small>${order.door === null || order.door === 'chat' ? say.told : say.toldOnPage}</small></p>`,
  )
}

interface Handling {
  name: string
  text: string
  isOpen: boolean
}

function handlingForm({ name, text, isOpen }: Handling, form: Html): Html {
  return html`<details class="choice"${isOpen && html` open`}>
    <summary><b>${name}</b><small>${text}</small></summary>
    <form method="post" novalidate>${form}</form>
  </details>`
}
