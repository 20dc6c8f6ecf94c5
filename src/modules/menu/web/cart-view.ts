import type { Handover } from '../../../catalog/delivery-zones.ts'
import { findZoneByLocation, makeZoneId } from '../../../catalog/delivery-zones.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { Refusal } from '../../../lib/refusal.ts'
import type { RequestedMethod } from '../../../methods/method.ts'
import { findPayerWay, payerWayNames } from '../../../methods/payer-way.ts'
import { listRequiredDetails } from '../../../orders/place-order.ts'
import { backLink } from '../../../web/parts/card.ts'
import {
  banner,
  emptyState,
  field,
  hiddenField,
  refusedBanner,
  selectField,
  textArea,
} from '../../../web/parts/forms.ts'
import type { ShownUnits } from '../read-units.ts'
import { type CartPrice, chooseInitialWay } from './cart-price.ts'
import { menuHead, renderColour } from './menu-head.ts'
import type { ShownShop } from './shown-menu.ts'

export interface ShownCart {
  shop: ShownShop
  units: ShownUnits[]
  /** The ways to receive it; null if the guest has no choice. */
  ways: Handover[] | null
  slots: { value: string; text: string }[]
  methods: RequestedMethod[]
  /** The key of this form. */
  once: string
  price: CartPrice
  /** The typed coupon; null if the shop has none. */
  coupon: ShownCoupon | null
  /** Whether the price differs from the form's, so that the guest has to press again. */
  isNewPrice: boolean
  refusal: Refusal | null
  given: Record<string, string>
  /** The customer, if the shop knows them; a guest fills in the form. */
  customer?: CustomerDefaults
}

/** A coupon as entered in its field, with its discount in whole rupiah or why it does not apply. */
export interface ShownCoupon {
  code: string
  discount: number
  problem: string | null
}

/** Returns the total, in whole rupiah; null until the delivery fee is known. */
export function computeTotal({ price: { goods, fee }, coupon }: Pick<ShownCart, 'price' | 'coupon'>): number | null {
  return fee === null ? null : goods + fee - (coupon?.discount ?? 0)
}

export interface CustomerDefaults {
  phone: string | null
  address: string | null
  /** Rendered above the ways to pay. */
  more: Html | null
}

/** Renders the chosen goods, and one form for the customer and delivery: its button leads to the payment. */
export function cartView(view: ShownCart): Html {
  const { shop, units } = view
  const { say } = shop
  const isWhole = units.every(({ problem }) => problem === null)
  return html`<main class="menu-page"${renderColour(shop)}>
    ${menuHead(shop)}
    ${backLink(shop.to(''), say.back)}
    <h2>${say.cart}</h2>
    ${renderRefusal(view)}
    ${
      units.length === 0
        ? emptyState(say.empty)
        : html`<section class="card"><ul class="menu-cart">${units.map(one => renderLine(shop, one))}</ul>
            <p class="menu-sum"><span>${say.goods}</span><b>${formatRupiah(view.price.goods)}</b></p></section>
          ${isWhole ? renderForm(view) : banner('warn', say.problem)}`
    }
  </main>`
}

function renderRefusal({ shop, price, coupon, isNewPrice, refusal }: ShownCart): Html | null {
  const total = computeTotal({ price, coupon })
  if (isNewPrice && price.fee !== null && total !== null) {
    const { say } = shop
    const said = formatRupiah(total)
    const discount = coupon?.discount ?? 0
    const text = discount > 0 ? say.newTotal(formatRupiah(discount), said) : say.newPrice(formatRupiah(price.fee), said)
    return banner('warn', text)
  }
  if (refusal?.code === 'rate_limited' || refusal?.code === 'amounts_exhausted') return banner('stop', shop.say.busy)
  return refusedBanner({ language: shop.language, refusal, labels: shop.say.fields })
}

function renderLine(shop: ShownShop, { name, choices, quantity, total, wanted, problem, variant }: ShownUnits): Html {
  const { say } = shop
  const wrong =
    problem === null ? null : problem === 'sold_out' ? say.soldOut : problem === 'too_many' ? say.tooMany : say.again
  const id = `quantity-${variant.publicId}-${choices.map(({ option }) => option).join('-')}`
  const chosen = wanted.choices.map((key, at) => hiddenField(`choice_${at}`, key))
  const about = html`${hiddenField('variant', wanted.variantId)}${chosen}${hiddenField('do', 'set')}`
  return html`<li>
    <div class="menu-words"><b>${name}</b>
      ${choices.length > 0 && html`<small>${choices.map(({ optionName }) => optionName).join(', ')}</small>`}
      ${wrong !== null && html`<span class="status bad">${wrong}</span>`}
      <span>${formatRupiah(total)}</span>
    </div>
    <form class="menu-step" data-step method="post" action="${shop.to('/cart')}">${about}
      <label class="unseen" for="${id}">${say.quantity}: ${name}</label>
      <input id="${id}" name="quantity" type="number" min="0" max="99" value="${quantity}" inputmode="numeric">
      <button class="button quiet">${say.change}</button>
    </form>
    <form method="post" action="${shop.to('/cart')}">${about}${hiddenField('quantity', 0)}
      <button class="link" aria-label="${say.remove}: ${name}">${say.remove}</button>
    </form>
  </li>`
}

function renderForm(view: ShownCart): Html {
  const { shop, units, once, given, refusal, price, customer } = view
  const { say } = shop
  const errors = refusal?.fields
  const text = (name: string, more: object) =>
    field({ name, label: say.fields[name]!, value: given[name], errors, ...more })
  const goods = units.map(({ variant: { product } }) => product)
  const asks = listRequiredDetails(goods, shop.rules, view.ways?.length === 1 ? view.ways[0]! : null)
  const brings = view.ways?.includes('delivery') ?? asks.includes('address')
  const eats = view.ways?.includes('dine_in') ?? false
  const discount = view.coupon?.discount ?? 0
  const fees = html`data-goods="${price.goods}" data-fees="${JSON.stringify(price.fees)}"
    data-discount="${discount}"`
  return html`<form class="card menu-form" method="post" action="${shop.to('/order')}" data-prices="cart" ${fees}>
    ${hiddenField('once', once)}${hiddenField('expected_total', price.goods)}
    ${hiddenField('expected_fee', price.fee ?? '')}
    ${hiddenField('expected_discount', discount)}
    ${renderAbout(view, { eats, asksPhone: asks.includes('phone') })}
    ${renderWays(view)}
    ${
      brings &&
      html`<div class="menu-delivery">${text('address', {
        maxlength: 500,
        autocomplete: 'street-address',
        hint: say.addressHint,
        value: given.address ?? customer?.address,
        isOptional: (view.ways?.length ?? 1) > 1,
      })}${renderZones(view)}
      </div>`
    }
    ${renderSlots(view)}
    ${textArea({
      name: 'note',
      label: say.fields.note!,
      value: given.note,
      rows: 2,
      maxlength: 500,
      errors,
      ...(asks.includes('note') ? {} : { isOptional: true, hint: say.optional }),
    })}
    ${customer?.more ?? null}
    ${renderMethods(view)}
    ${couponField(view)}
    <div class="menu-sums" data-sums>
      ${view.ways?.includes('delivery') && feeLine(view)}
      ${discountLine(view)}
      ${totalLine(view)}
    </div>
    ${countAgain(view)}
    ${orderButton(view)}
    <p><small>${say.uniqueCodeHint} ${say.orderHint}</small></p>
  </form>`
}

function feeLine({ shop: { say }, price }: ShownCart): Html {
  const fee = price.fee === null ? say.feeLater : formatRupiah(price.fee)
  return html`<p class="menu-sum"><span>${say.delivery}</span><b data-fee data-later="${say.feeLater}">${fee}</b></p>`
}

function couponField({ shop: { say }, coupon }: ShownCart): Html | null {
  if (coupon === null) return null
  const said = coupon.problem
  const errors = said ? [{ path: 'coupon', error: said, said, code: 'not_allowed' as const }] : undefined
  const code = field({ name: 'coupon', label: say.coupon, value: coupon.code, maxlength: 40, isOptional: true, errors })
  const isOpen = coupon.code !== '' && html` open`
  return html`<details data-coupon${isOpen}><summary>${say.haveCoupon}</summary>${code}</details>`
}

function discountLine({ shop: { say }, coupon }: ShownCart): Html | null {
  if (!coupon || coupon.discount === 0) return null
  const { code, discount } = coupon
  return html`<p class="menu-sum"><span>${say.discount(code.toUpperCase())}</span><b>−${formatRupiah(discount)}</b></p>`
}

function totalLine({ shop: { say }, price, coupon }: ShownCart): Html {
  const total = computeTotal({ price, coupon })
  const text = total === null ? say.feeLater : formatRupiah(total)
  return html`<p class="menu-sum menu-total"><span>${say.total}</span>
    <b data-total data-later="${say.feeLater}">${text}</b></p>`
}

/**
 * Renders the fields about the customer; a known customer is only asked for a phone number, if the goods require one.
 */
function renderAbout(
  { shop: { say }, given, refusal, customer }: ShownCart,
  { eats, asksPhone }: { eats: boolean; asksPhone: boolean },
): Html {
  const errors = refusal?.fields
  const hint = eats ? { hint: say.phoneHint } : {}
  const shared = { errors, label: say.fields.phone!, isOptional: eats, ...hint }
  const value = given.phone ?? customer?.phone
  const phone = field({ name: 'phone', value, maxlength: 32, type: 'tel', autocomplete: 'tel', ...shared })
  if (customer) return asksPhone ? phone : html``
  const name = {
    name: 'name',
    label: say.fields.name!,
    value: given.name,
    maxlength: 100,
    autocomplete: 'name',
    errors,
  }
  return html`<h2>${say.about}</h2>${field(name)}${phone}`
}

// Without a script, submitting renders the page again, with the fee of the choices.
function countAgain({ shop: { say, to }, ways, coupon }: ShownCart): Html | null {
  if (!ways?.includes('delivery') && coupon === null) return null
  const action = html`name="do" value="price" formnovalidate formaction="${to('/cart')}"`
  return html`<noscript><button class="button quiet" ${action}>${say.countTotal}</button></noscript>
    <button class="button quiet" ${action} data-count hidden>${say.countTotal}</button>`
}

/** Renders the amount to pay; if the delivery fee is not known yet, says that the price is shown before the order. */
function orderButton({ shop: { say }, price, coupon, customer }: ShownCart): Html {
  const order = customer ? say.pay : say.order
  const total = computeTotal({ price, coupon })
  const text = total === null ? say.priceFirst : order(formatRupiah(total))
  const texts = html`data-order="${order('{total}')}" data-first="${say.priceFirst}"`
  return html`<button class="button" ${texts}>${text}</button>`
}

function renderWays({ shop, ways, given, refusal }: ShownCart): Html | null {
  if (ways === null || ways.length === 0) return null
  const { say, table, rules } = shop
  const options = ways.map(way => [way, say.ways[way]] as const)
  const value = chooseInitialWay(shop, ways, given)!
  return html`${selectField({ name: 'receiving', label: say.fields.receiving!, value, options })}
    ${
      ways.includes('dine_in') &&
      html`<div class="menu-table">${field({
        name: 'table',
        label: say.fields.table!,
        type: 'number',
        min: 1,
        max: rules?.tables ?? 1,
        value: given.table ?? table,
        isOptional: true,
        errors: refusal?.fields,
      })}</div>`
    }`
}

function renderZones({ shop: { rules, say }, price: { fees }, given, customer }: ShownCart): Html | null {
  if (!rules || rules.zones.length === 0) return null
  const feeOf = (id: string) => (fees.zones === undefined ? fees.everywhere : fees.zones[id]!)
  const options = rules.zones.map(zone => {
    const id = makeZoneId(zone)
    return [id, `${zone.name} · ${formatRupiah(feeOf(id))}`] as const
  })
  const label = say.fields.zone!
  // A shared location determines the zone; text may still be changed to that of another one.
  const located = findZoneByLocation(rules.zones, given.address ?? customer?.address ?? '')
  const value = given.zone || (located ? makeZoneId(located) : '')
  return selectField({ name: 'zone', label, value, options: [['', say.zoneByAddress], ...options] })
}

function renderSlots({ shop: { say }, slots, given }: ShownCart): Html | null {
  if (slots.length === 0) return null
  const options = slots.map(({ value, text }) => [value, text] as const)
  return selectField({
    name: 'slot',
    label: say.fields.slot!,
    value: given.slot,
    options: [['', say.soon], ...options],
  })
}

function renderMethods({ shop: { say, language }, methods, given }: ShownCart): Html | null {
  if (methods.length < 2) return null
  const options = methods.map(method => [method, payerWayNames[language][findPayerWay(method)]] as const)
  return selectField({ name: 'method', label: say.method, value: given.method, options })
}
