import type Koa from 'koa'
import { Variant } from '../../../catalog/product.ts'
import { createRateLimit } from '../../../http/rate-limit.ts'
import { writeRetryAfter } from '../../../http/retry-after.ts'
import { findStandingByAccount } from '../../../keys/standing.ts'
import { type Html, html } from '../../../lib/html.ts'
import { generateToken } from '../../../lib/ids.ts'
import { type Refusal, refuseField } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { makeMakingKey } from '../../../orders/cart/cart-making.ts'
import { fillCart } from '../../../orders/cart/fill-cart.ts'
import { findCart } from '../../../orders/cart/find-cart.ts'
import { listSlots } from '../../../orders/choose-receiving.ts'
import { quantityMax } from '../../../orders/order.ts'
import { requestPayment } from '../../../orders/request-payment.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import { findRefusalStatus } from '../../../web/parts/refused-page.ts'
import { hasOrdered } from '../../menu/find-menu-order.ts'
import { readUnits, type ShownUnits } from '../../menu/read-units.ts'
import { countTry, findCartCoupons, isDiscountable, readCoupon } from '../../menu/web/cart-coupon.ts'
import {
  cartFieldsMax,
  checkChoices,
  type FormValues,
  formBytesMax,
  listHandovers,
  listPayableMethods,
  readFormUnits,
  readOrderForm,
  readText,
  redirectTo,
  requireCurrentStanding,
  showedOtherDiscount,
  showedOtherFee,
  toPageRefusal,
} from '../../menu/web/cart-form.ts'
import { type CartPrice, computeCartPrice } from '../../menu/web/cart-price.ts'
import { cartView, computeTotal, type ShownCoupon } from '../../menu/web/cart-view.ts'
import { readListPlace } from '../../menu/web/read-list.ts'
import { readAppCart } from '../app-cart.ts'
import { type AppOrder, orderFromApp } from '../order-from-app.ts'
import { appTexts } from '../texts/app-texts.ts'
import { readAppForm } from './app-form.ts'
import { drawOrder } from './app-orders.ts'
import { drawProduct } from './app-product.ts'
import { drawApp, type Visit } from './visit.ts'

const limits = { fieldsBytesMax: formBytesMax, fieldsMax: cartFieldsMax }

/** Shows the cart of the chat, with one form that orders and pays. */
export function showCart(app: App, ctx: Koa.Context, visit: Visit): Promise<void> {
  return drawCart(app, ctx, visit, { refusal: null, given: {} })
}

/** Adds goods to the chat's cart, changes their quantity, or prices the form again. */
export async function changeCart(app: App, ctx: Koa.Context, visit: Visit): Promise<void> {
  const { shop, owner } = visit
  let given: FormValues = {}
  try {
    given = await readAppForm(app, ctx, limits)
    if (readText(given, 'do') === 'price') return await drawCart(app, ctx, visit, { refusal: null, given })
    const isAdded = readText(given, 'do') === 'add'
    const { variantId, quantity, choices } = readFormUnits(given)
    const making = makeMakingKey(choices)
    if (isAdded) {
      await checkChoices(app, shop, { variantId, quantity, choices })
      await refuseDigital(app, shop.scope, variantId)
      const { units } = await findCart(app, shop.scope, owner.customerId)
      const same = units.find(({ line, key }) => line.variant.publicId === variantId && key === making)
      const sum = Math.min(quantityMax, quantity + (same?.quantity ?? 0))
      await fillCart(app, shop.scope, owner.customerId, { variantId, quantity: sum, choices })
    } else {
      await fillCart(app, shop.scope, owner.customerId, { variantId, quantity, making })
    }
    const isInList = readText(given, 'from') === 'list'
    if (isInList) redirectTo(ctx, `${shop.to('', readListPlace(given))}#p-${variantId}`)
    else redirectTo(ctx, shop.to(isAdded && readText(given, 'go') !== 'cart' ? '' : '/cart'))
  } catch (error) {
    const refusal = toPageRefusal(ctx, error)
    const id = readText(given, 'product')
    if (/^[\w-]{22}$/.test(id)) await drawProduct(app, ctx, visit, { id, refusal, given })
    else await drawCart(app, ctx, visit, { refusal, given: {} })
  }
}

// The product's page leads to the chat, which sells it for Stars.
async function refuseDigital(app: App, scope: Visit['shop']['scope'], publicId: string): Promise<void> {
  const digital = await app.em(scope).count(Variant, { publicId, product: { kind: 'digital' } })
  if (digital > 0) throw refuseField('options', 'is sold for Stars, in the chat', 'not_allowed')
}

interface DrawnCart {
  refusal: Refusal | null
  given: FormValues
  isNewPrice?: boolean
}

async function drawCart(
  app: App,
  ctx: Koa.Context,
  visit: Visit,
  { refusal, given, isNewPrice = false }: DrawnCart,
): Promise<void> {
  const { shop, owner } = visit
  const cart = await readAppCart(app, shop.scope, owner.customerId)
  const units = await readUnits(app, shop.scope, cart.units)
  const standing = await findStandingByAccount(app, owner.accountId, owner.mode)
  const ways = listHandovers(shop, units)
  const known = { ...given, address: given.address ?? cart.address ?? '' }
  const price = computeCartPrice({ shop, units, ways, given: known })
  const coupon = await readOwnCoupon(app, visit, { given, units, price })
  const body = cartView({
    shop,
    coupon,
    units,
    refusal,
    ways,
    price,
    isNewPrice,
    once: readText(given, 'once') || generateToken(),
    slots: listSlots(app, shop.rules).map(slot => ({
      value: String(slot.getTime()),
      text: formatMoment(app, shop.language, slot),
    })),
    methods: standing ? listPayableMethods(app, standing, computeTotal({ price, coupon }) ?? price.goods) : [],
    given,
    customer: {
      phone: cart.phone,
      address: cart.address,
      more: inChatLine(visit, cart.inChat.length),
    },
  })
  writeRetryAfter(ctx, refusal)
  const status = refusal ? findRefusalStatus(refusal) : 200
  const marks = { back: shop.to(''), asksBeforeClosing: units.length > 0, path: '/cart' }
  drawApp(app, ctx, visit, { body, status, scripts: ['menu-price.js'], ...marks })
}

function inChatLine({ shop }: Visit, count: number): Html | null {
  return count > 0 ? html`<p>${appTexts[shop.language].inChat(count)}</p>` : null
}

// Limits guessing of codes.
const tries = createRateLimit(0.1, 20)

const tryingCustomer = ({ owner }: Visit) => `customer ${owner.customerId}`

function readOwnCoupon(
  app: App,
  visit: Visit,
  { given, units, price }: { given: FormValues; units: readonly ShownUnits[]; price: CartPrice },
): Promise<ShownCoupon | null> {
  const { customerId } = visit.owner
  const typed = { code: readText(given, 'coupon'), units, deliveryFee: price.fee ?? 0, customerId }
  return readCoupon(app, visit.shop, { ...typed, tries, who: tryingCustomer(visit) })
}

/** Orders the cart and requests its payment: the code is sent to the page and the chat. */
export async function placeOrder(app: App, ctx: Koa.Context, visit: Visit): Promise<void> {
  const { shop, owner } = visit
  let given: FormValues = {}
  let token: string | null = null
  try {
    given = await readAppForm(app, ctx, limits)
    const standing = await requireCurrentStanding(app, shop)
    const cart = await readAppCart(app, shop.scope, owner.customerId)
    const units = await readUnits(app, shop.scope, cart.units)
    const ways = listHandovers(shop, units)
    const price = computeCartPrice({ shop, units, ways, given })
    const request = askedIn(given, readOrderForm(given, units, ways !== null))
    const isRepeated = await hasOrdered(app, shop.scope, { ...owner, once: request.once })
    if (!isRepeated) {
      const coupon = await readOwnCoupon(app, visit, { given, units, price })
      if (showedOtherFee(given, price.fee) || showedOtherDiscount(given, coupon) || coupon?.problem) {
        return await drawCart(app, ctx, visit, { refusal: null, given, isNewPrice: !coupon?.problem })
      }
    }
    const order = await orderFromApp(app, owner, request)
    token = order.token
    // The customer came back from the payment and pressed again.
    if (!order.isUnpaid()) return redirectTo(ctx, shop.to(`/o/${token}`))
    const code = readText(given, 'coupon')
    if (isDiscountable(order, code)) {
      if (isRepeated) countTry({ tries, who: tryingCustomer(visit) })
      await findCartCoupons(app)?.use(app, owner, { token, code })
    }
    const way = listPayableMethods(app, standing, order.total).find(method => method === readText(given, 'method'))
    await requestPayment(app, standing, { customerId: owner.customerId, token, paymentMethod: way })
    redirectTo(ctx, shop.to(`/pay/${token}`))
  } catch (error) {
    const refusal = toPageRefusal(ctx, error)
    // If the order exists but has no payment yet, its own page shows the refusal.
    if (token === null) await drawCart(app, ctx, visit, { refusal, given })
    else await drawOrder(app, ctx, visit, { token, refusal })
  }
}

// An address is only needed for deliveries, and is left out of an order that is picked up.
function askedIn(form: FormValues, { units: _, address, ...asked }: ReturnType<typeof readOrderForm>): AppOrder {
  const isBrought = asked.receiving === undefined || asked.receiving === 'delivery'
  const once = readText(form, 'once') || asked.once
  return { ...asked, address: isBrought ? address : undefined, once: `app:${once.slice(0, 64)}` }
}
