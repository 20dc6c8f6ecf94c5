import { type Html, html, renderLines } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { Refusal } from '../../../lib/refusal.ts'
import type { WholeOrder } from '../../../orders/find-order.ts'
import { describeMakings } from '../../../orders/making-lines.ts'
import { findCourierName } from '../../../orders/shipping/couriers.ts'
import { backLink } from '../../../web/parts/card.ts'
import { commonTexts } from '../../../web/parts/common-texts.ts'
import { hiddenField, refusedBanner } from '../../../web/parts/forms.ts'
import type { MenuTexts } from '../texts/menu-texts.ts'
import { menuFoot, menuHead, renderColour } from './menu-head.ts'
import type { ShownShop } from './shown-menu.ts'

type Phase = keyof MenuTexts['phases']

/** Returns the progress of an order as its customer sees it. `isReady`: the merchant has said that it is. */
export function findPhase({ status, shippedAt, receiving, items }: WholeOrder, isReady: boolean): Phase {
  if (status === 'cancelled') return 'cancelled'
  if (status === 'pending' || status === 'waiting_payment') return 'unpaid'
  if (status !== 'completed' && isReady) return 'ready'
  if (status === 'paid') return 'paid'
  if (status === 'processing') return shippedAt === null ? 'making' : 'sent'
  const isHanded = items.$.exists(item => item.kind === 'physical')
  return isHanded && (receiving === 'pickup' || receiving === 'dine_in') ? 'ready' : 'done'
}

/** Renders the page that follows one order; it updates automatically, and sounds if the customer allowed that. */
export function orderView(
  shop: ShownShop,
  order: WholeOrder,
  { phase, refusal, more = null }: { phase: Phase; refusal: Refusal | null; more?: Html | null },
): Html {
  const { say } = shop
  return html`<main class="menu-page"${renderColour(shop)} id="order" data-phase="${phase}">
    ${menuHead(shop)}
    <section class="card menu-order">
      <h2 data-testid="phase">${say.phases[phase]}</h2>
      ${refusedBanner({ language: shop.language, refusal })}
      <p>${phase === 'ready' && order.tableNumber !== null ? say.atTable(order.tableNumber) : say.told[phase]}</p>
      ${(phase === 'paid' || phase === 'making') && renderEstimate(shop, order)}
      ${phase === 'ready' && pickUp(shop, order)}
      ${phase === 'sent' && renderTracking(shop, order)}
      ${order.refundDue && html`<p>${say.refund}</p>`}
      ${order.sellerNote !== null && html`<p>${order.sellerNote}</p>`}
      ${phase === 'unpaid' && payForm(shop, order)}
      ${order.paidAt !== null && shop.rules?.afterOrder && html`<p>${shop.rules.afterOrder}</p>`}
      ${phase !== 'sent' && ringButton(shop)}
    </section>
    ${renderGoods(shop, order)}
    <section class="card">
      <p class="menu-sum"><span>${say.number}</span><b>${order.orderNumber}</b></p>
      ${order.tableNumber !== null && html`<p>${say.table(order.tableNumber)}</p>`}
      <ul class="menu-options">${order.items.$.map(item => renderItem(shop, item))}</ul>
      ${order.deliveryFee > 0 && renderFee(shop, order)}
      ${order.discount > 0 && renderDiscount(shop, order)}
      <p class="menu-sum"><span>${say.total}</span><b>${formatRupiah(order.total)}</b></p>
      <p><small>${shop.isInTelegram ? say.keepInChat : say.keep}</small></p>
    </section>
    ${more}
    ${backLink(shop.to(''), say.back)}
    ${menuFoot(shop)}
  </main>
  <p id="news" class="unseen" role="status"></p>`
}

/** Renders the button that adds the goods of an order to the cart again, once it is paid or has ended. */
export function orderAgainForm({ say, to }: ShownShop, { status, token }: WholeOrder): Html | null {
  if (status === 'pending' || status === 'waiting_payment') return null
  return html`<form method="post" action="${to(`/o/${token}`)}">${hiddenField('do', 'again')}
    <button class="button quiet">${say.orderAgain}</button></form>`
}

// Only for orders that are picked up: the customer of a parcel does not wait at the counter.
function ringButton({ say }: ShownShop): Html {
  return html`<p>
    <button type="button" class="button quiet" data-ring data-rings="${say.rings}" hidden>${say.ring}</button>
  </p>`
}

// Shown only until that time has passed.
function renderEstimate(
  { say, readyMin, deliveryMin, at }: ShownShop,
  { paidAt, receiving, slotAt }: WholeOrder,
): Html | null {
  if (slotAt !== null) return html`<p>${say.forSlot(at.moment(slotAt))}</p>`
  const isBrought = receiving === 'delivery'
  if (paidAt === null || (isBrought ? deliveryMin === null : readyMin === null)) return null
  const minutes = (readyMin ?? 0) + (isBrought ? deliveryMin! : 0)
  const due = new Date(paidAt.getTime() + minutes * 60_000)
  if (due <= at.now) return null
  return html`<p data-testid="estimate">${isBrought ? say.broughtAt(at.moment(due)) : say.readyAt(at.moment(due))}</p>`
}

function pickUp({ rules, say }: ShownShop, { receiving }: WholeOrder): Html | null {
  const place = receiving === 'pickup' && rules?.pickupPlace
  return place ? html`<p>${say.pickUpAt(place)}</p>` : null
}

function payForm({ say, to }: ShownShop, { total, token }: WholeOrder): Html {
  const action = html`action="${to(`/o/${token}`)}"`
  const pay = say.pay(formatRupiah(total))
  return html`<form method="post" ${action}><button class="button" data-main>${pay}</button></form>`
}

function renderFee({ say }: ShownShop, { deliveryFee }: WholeOrder): Html {
  return html`<p class="menu-sum"><span>${say.delivery}</span>${formatRupiah(deliveryFee)}</p>`
}

function renderDiscount({ say }: ShownShop, { discount, couponCode }: WholeOrder): Html {
  const name = say.discount(couponCode ?? '')
  return html`<p class="menu-sum"><span>${name}</span>−${formatRupiah(discount)}</p>`
}

function renderItem({ language }: ShownShop, item: WholeOrder['items']['$'][number]): Html {
  const made = describeMakings(item, language, 'names').map(line => html`<br><small>${line}</small>`)
  return html`<li>${item.quantity} × ${item.name()} <b>${formatRupiah(item.total())}</b>${made}</li>`
}

// Some couriers have no page per parcel: their page asks for the number.
function renderTracking(
  { language, say, isInTelegram }: ShownShop,
  { courier, trackingNumber, trackingUrl }: WholeOrder,
): Html | null {
  const words = [courier && findCourierName(courier, language), trackingNumber].filter(Boolean).join(' ')
  if (trackingUrl === null) return words === '' ? null : html`<p>${words}</p>`
  const asksNumber = trackingNumber !== null && !trackingUrl.includes(encodeURIComponent(trackingNumber))
  const link = isInTelegram
    ? html`<button type="button" class="link" data-link="${trackingUrl}">${say.track}</button>`
    : html`<a href="${trackingUrl}" rel="noopener noreferrer">${say.track}</a>`
  return html`<p>${words} ${link}</p>
    ${asksNumber && html`<p><small>${say.trackHint}</small></p>${copyButton(language, trackingNumber)}`}`
}

function copyButton(language: ShownShop['language'], number: string): Html {
  const say = commonTexts[language]
  return html`<button type="button" class="button quiet" data-copy="${number}" data-copied="${say.copied}" hidden>
    ${say.copyNumber(number)}</button>`
}

function renderGoods({ say }: ShownShop, order: WholeOrder): Html | null {
  const found = order.items.$.map(item => ({ item, goods: item.goods() })).filter(
    ({ goods: { keys, content } }) => keys.length > 0 || content !== null,
  )
  if (found.length === 0) return null
  return html`<section class="card"><h2>${say.yourGoods}</h2>${found.map(
    ({ item, goods: { keys, content } }) => html`<h3>${item.name()}</h3>
      ${keys.map(key => html`<pre class="content">${key}</pre>`)}
      ${content && html`<pre class="content">${renderLines(content.body)}</pre>`}`,
  )}</section>`
}
