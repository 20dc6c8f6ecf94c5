import type Router from '@koa/router'
import type Koa from 'koa'
import { findProduct } from '../../../catalog/find-product.ts'
import { findCallerAddress } from '../../../http/caller-address.ts'
import { createRateLimit, type RateLimit } from '../../../http/rate-limit.ts'
import { writeRetryAfter } from '../../../http/retry-after.ts'
import { findStandingByAccount, type Standing } from '../../../keys/standing.ts'
import { type Html, html } from '../../../lib/html.ts'
import { generateToken } from '../../../lib/ids.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { listSlots } from '../../../orders/choose-receiving.ts'
import type { WholeOrder } from '../../../orders/find-order.ts'
import type { Order } from '../../../orders/order.ts'
import { isAnnouncedReady } from '../../../orders/receiving/ready-event.ts'
import { makePath } from '../../../web/parts/address.ts'
import { ensureBrowserName, readCookie } from '../../../web/parts/cookies.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import { readOwnForm } from '../../../web/parts/own-form.ts'
import { findRefusalStatus } from '../../../web/parts/refused-page.ts'
import { renderUnknownMenu } from '../../../web/parts/trouble-pages.ts'
import { renderPayerCards } from '../../../web/pay/payer-cards.ts'
import { findGuest, findMenuOrder, hasOrdered } from '../find-menu-order.ts'
import { makeMenuOnceKey, orderFromMenu } from '../order-from-menu.ts'
import { readOrderUnits } from '../order-units.ts'
import { payMenuOrder } from '../pay-menu-order.ts'
import { readUnits, type ShownUnits } from '../read-units.ts'
import { countTry, findCartCoupons, isDiscountable, readCoupon } from './cart-coupon.ts'
import {
  cartFieldsMax,
  checkChoices,
  type FormValues,
  formBytesMax,
  listHandovers,
  listPayableMethods,
  readFormUnits,
  readOrderForm,
  readReason,
  readText,
  redirectTo,
  requireCurrentStanding,
  showedOtherDiscount,
  showedOtherFee,
  toPageRefusal,
  unpaidReasons,
} from './cart-form.ts'
import { type CartPrice, computeCartPrice } from './cart-price.ts'
import { cartView, computeTotal, type ShownCoupon } from './cart-view.ts'
import { addUnitsToCart, readBrowserCart, storeBrowserCart } from './menu-cart.ts'
import { findPhase, orderAgainForm, orderView } from './order-view.ts'
import { productView } from './product-view.ts'
import { readGoods } from './read-goods.ts'
import { readListPlace } from './read-list.ts'
import type { ShownShop } from './shown-menu.ts'
import { drawMenu, readParam, withShop } from './with-shop.ts'

// Limits guessing of codes.
const couponsPerS = 0.1
const couponsBurst = 20
// The guests of a café may share one address; a program that keeps ordering is still limited.
const ordersPerS = 0.5
const ordersBurst = 60

/** Serves the cart of a menu page, ordering it, and the page of the order. */
export function addMenuOrderingRoutes(app: App, router: Router): void {
  const orders = createRateLimit(ordersPerS, ordersBurst)
  const tries = createRateLimit(couponsPerS, couponsBurst)
  const at = (path: string, answer: (ctx: Koa.Context, shop: ShownShop) => Promise<void>) => ({
    path: `/m/:slug${path}`,
    handle: (ctx: unknown) => {
      const one = ctx as Koa.Context
      return withShop(app, one, shop => answer(one, shop))
    },
  })
  const shown = [
    at('/cart', (ctx, shop) => showCart(app, ctx, { shop, tries })),
    at('/o/:token', (ctx, shop) => showOrder(app, ctx, shop)),
  ]
  const taken = [
    at('/cart', (ctx, shop) => changeCart(app, ctx, { shop, tries })),
    at('/order', (ctx, shop) => takeOrder(app, ctx, { shop, orders, tries })),
    at('/o/:token', (ctx, shop) => payAgain(app, ctx, { shop, orders, tries })),
  ]
  for (const { path, handle } of shown) router.get(path, handle)
  for (const { path, handle } of taken) router.post(path, handle)
}

interface Carting {
  shop: ShownShop
  tries: RateLimit
}

async function changeCart(app: App, ctx: Koa.Context, carting: Carting): Promise<void> {
  const { shop } = carting
  let given: FormValues = {}
  try {
    given = await readOwnForm(app, ctx, formBytesMax, cartFieldsMax)
    if (readText(given, 'do') === 'price') return await drawCart(app, ctx, carting, { refusal: null, given })
    const isAdded = readText(given, 'do') === 'add'
    const wanted = readFormUnits(given)
    if (isAdded) await checkChoices(app, shop, wanted)
    const cart = addUnitsToCart(readBrowserCart(app.config, ctx, shop.slug), wanted, isAdded ? 'adding' : 'setting')
    storeBrowserCart(app.config, ctx, shop.slug, cart)
    const isInList = readText(given, 'from') === 'list'
    if (isInList) redirectTo(ctx, `${shop.to('', readListPlace(given))}#p-${wanted.variantId}`)
    else redirectTo(ctx, shop.to(isAdded ? '' : '/cart'))
  } catch (error) {
    const refusal = toPageRefusal(ctx, error)
    const product = readText(given, 'product')
    if (!/^[\w-]{22}$/.test(product)) return drawCart(app, ctx, carting, { refusal, given: {} })
    const goods = await readGoods(app, shop, await findProduct(app, shop.scope, product))
    const body = productView({ ...goods, shop, refusal, given })
    const path = `/m/${shop.slug}/p/${product}`
    drawMenu(app, ctx, shop, { body, status: findRefusalStatus(refusal), script: 'menu-price.js', path })
  }
}

async function showCart(app: App, ctx: Koa.Context, carting: Carting): Promise<void> {
  // The cart already set the cookie, so that two concurrent presses belong to one browser.
  ensureBrowserName(app.config, ctx)
  await drawCart(app, ctx, carting, { refusal: null, given: {} })
}

async function drawCart(
  app: App,
  ctx: Koa.Context,
  { shop, tries }: Carting,
  { refusal, given, isNewPrice = false }: { refusal: Refusal | null; given: FormValues; isNewPrice?: boolean },
): Promise<void> {
  const units = await readUnits(app, shop.scope, readBrowserCart(app.config, ctx, shop.slug).units)
  const standing = await findStandingByAccount(app, shop.scope.accountId, shop.scope.mode)
  const ways = listHandovers(shop, units)
  const price = computeCartPrice({ shop, units, ways, given })
  const coupon = await readGuestCoupon(app, ctx, { shop, tries, given, units, price })
  const body = cartView({
    shop,
    coupon,
    units,
    refusal,
    ways,
    price,
    isNewPrice,
    once: generateToken(),
    slots: listSlots(app, shop.rules).map(slot => ({
      value: String(slot.getTime()),
      text: formatMoment(app, shop.language, slot),
    })),
    methods: standing ? listPayableMethods(app, standing, computeTotal({ price, coupon }) ?? price.goods) : [],
    given,
  })
  writeRetryAfter(ctx, refusal)
  const status = refusal ? findRefusalStatus(refusal) : 200
  drawMenu(app, ctx, shop, { body, status, script: 'menu-price.js', path: `/m/${shop.slug}/cart` })
}

interface Quoted extends Carting {
  given: FormValues
  units: readonly ShownUnits[]
  price: CartPrice
}

async function readGuestCoupon(
  app: App,
  ctx: Koa.Context,
  { shop, tries, given, units, price }: Quoted,
): Promise<ShownCoupon | null> {
  const code = readText(given, 'coupon')
  const customerId = await findGuest(app, shop.scope, readCookie(app.config, ctx, 'browser'))
  const who = findCallerAddress(ctx)
  return readCoupon(app, shop, { code, units, deliveryFee: price.fee ?? 0, customerId, tries, who })
}

interface Ordering extends Carting {
  orders: RateLimit
}

async function takeOrder(app: App, ctx: Koa.Context, ordering: Ordering): Promise<void> {
  const { shop, orders, tries } = ordering
  let given: FormValues = {}
  try {
    given = await readOwnForm(app, ctx, formBytesMax)
    takeTurn(ctx, orders)
    const { scope, slug, language } = shop
    const standing = await requireCurrentStanding(app, shop)
    const units = await readUnits(app, scope, readBrowserCart(app.config, ctx, slug).units)
    const ways = listHandovers(shop, units)
    const price = computeCartPrice({ shop, units, ways, given })
    const request = readOrderForm(given, units, ways !== null)
    const customerId = await findGuest(app, scope, readCookie(app.config, ctx, 'browser'))
    const isRepeated = await hasOrdered(app, scope, { customerId, once: makeMenuOnceKey(request) })
    if (!isRepeated) {
      const coupon = await readGuestCoupon(app, ctx, { shop, tries, given, units, price })
      if (showedOtherFee(given, price.fee) || showedOtherDiscount(given, coupon) || coupon?.problem) {
        return await drawCart(app, ctx, ordering, { refusal: null, given, isNewPrice: !coupon?.problem })
      }
    }
    const browser = ensureBrowserName(app.config, ctx)
    const guest = { ...scope, browser, address: findCallerAddress(ctx), name: readText(given, 'name'), language }
    const order = await orderFromMenu(app, guest, request)
    storeBrowserCart(app.config, ctx, slug, { table: shop.table, units: [] })
    const code = readText(given, 'coupon')
    if (isRepeated && isDiscountable(order, code)) countTry({ tries, who: findCallerAddress(ctx) })
    if (!(await applyCoupon(app, ctx, { shop, order, code }))) return
    await leadToPayment(app, ctx, { shop, standing, order, way: readText(given, 'method') })
  } catch (error) {
    await drawCart(app, ctx, ordering, { refusal: toPageRefusal(ctx, error), given })
  }
}

/** Applies the coupon of an order; if another order has used it up, redirects to the order's page, which shows that. */
async function applyCoupon(
  app: App,
  ctx: Koa.Context,
  { shop, order, code }: { shop: ShownShop; order: Order; code: string },
): Promise<boolean> {
  const owner = { ...shop.scope, customerId: order.customerId }
  if (!isDiscountable(order, code)) return true
  try {
    await findCartCoupons(app)?.use(app, owner, { token: order.token, code })
    return true
  } catch (error) {
    if (toPageRefusal(ctx, error).code !== 'coupon') throw error
    redirectTo(ctx, shop.to(`/o/${order.token}`, { why: 'coupon' }))
    return false
  }
}

function takeTurn(ctx: Koa.Context, orders: RateLimit): void {
  const { ok, resetS } = orders.take(findCallerAddress(ctx))
  if (!ok) throw new Refusal('rate_limited', 'Too many orders from one address', { retryAfterS: resetS })
}

interface Leading {
  shop: ShownShop
  standing: Standing
  order: Order
  way: string
}

// An order whose payment could not be created waits on its own page, where the payment can be requested again.
async function leadToPayment(app: App, ctx: Koa.Context, { shop, standing, order, way }: Leading): Promise<void> {
  const backTo = `${app.config.baseUrl}/m/${shop.slug}/o/${order.token}`
  try {
    const payment = await payMenuOrder(app, standing, { order, way, backTo })
    redirectTo(ctx, makePath(app.config, '/pay', { invoice: payment.invoiceId, lang: shop.language }))
  } catch (error) {
    const why = unpaidReasons.find(code => code === toPageRefusal(ctx, error).code)
    redirectTo(ctx, shop.to(`/o/${order.token}`, why && { why }))
  }
}

const refreshS = 15

async function showOrder(app: App, ctx: Koa.Context, shop: ShownShop, refusal: Refusal | null = null): Promise<void> {
  const order = await findMenuOrder(app, shop.scope, readParam(ctx, 'token'))
  if (!order) return renderUnknownMenu(app, ctx)
  const phase = findPhase(order, await isAnnouncedReady(app, order))
  const title = `${shop.say.phases[phase]}: ${shop.name}`
  const why = refusal ?? (phase === 'unpaid' ? readReason(ctx) : null)
  const view = orderView(shop, order, { phase, refusal: why, more: orderAgainForm(shop, order) })
  const body = html`${view}${await cardsBelow(app, shop, order)}`
  const status = refusal ? findRefusalStatus(refusal) : 200
  drawMenu(app, ctx, shop, { body, title, script: 'menu.js', refreshS, status })
}

// Outside the part that the script renders again, so that a half-typed address is kept.
async function cardsBelow(app: App, { scope, language }: ShownShop, order: WholeOrder): Promise<Html | null> {
  const invoices = [...order.invoices.$].sort((one, other) => one.number - other.number)
  const invoiceId = (order.payment() ?? invoices.at(-1)?.payment)?.invoiceId
  if (invoiceId === undefined) return null
  const cards = await renderPayerCards(app, { ...scope, invoiceId, language })
  return cards.length === 0 ? null : html`<div class="menu-page payer-cards">${cards}</div>`
}

async function payAgain(app: App, ctx: Koa.Context, { shop, orders }: Ordering): Promise<void> {
  try {
    const form = await readOwnForm(app, ctx, formBytesMax)
    const order = await findMenuOrder(app, shop.scope, readParam(ctx, 'token'))
    if (!order) return renderUnknownMenu(app, ctx)
    if (readText(form, 'do') === 'again') {
      const before = readBrowserCart(app.config, ctx, shop.slug)
      const units = await readOrderUnits(app, shop.scope, order.id)
      const cart = units.reduce((now, unit) => addUnitsToCart(now, unit, 'adding'), before)
      storeBrowserCart(app.config, ctx, shop.slug, cart)
      return redirectTo(ctx, shop.to('/cart'))
    }
    takeTurn(ctx, orders)
    const backTo = `${app.config.baseUrl}/m/${shop.slug}/o/${order.token}`
    const asked = { order: order as unknown as Order, way: undefined, backTo }
    const payment = await payMenuOrder(app, await requireCurrentStanding(app, shop), asked)
    redirectTo(ctx, makePath(app.config, '/pay', { invoice: payment.invoiceId, lang: shop.language }))
  } catch (error) {
    await showOrder(app, ctx, shop, toPageRefusal(ctx, error))
  }
}
