import Router from '@koa/router'
import type Koa from 'koa'
import { toRefusal } from '../../../http/errors.ts'
import { createRateLimit } from '../../../http/rate-limit.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { App } from '../../../needs.ts'
import { listFavourites } from '../../../orders/customers/list-favourites.ts'
import { makePath } from '../../../web/parts/address.ts'
import { linkButton } from '../../../web/parts/card.ts'
import { compressPages } from '../../../web/parts/compress-pages.ts'
import { hiddenField } from '../../../web/parts/forms.ts'
import { pageHeaders, sendPage } from '../../../web/parts/frame.ts'
import { chooseLanguage } from '../../../web/parts/language.ts'
import { handleTrouble } from '../../../web/parts/trouble-pages.ts'
import { MenuPage } from '../../menu/menu-page.ts'
import { readUnits } from '../../menu/read-units.ts'
import { redirectTo } from '../../menu/web/cart-form.ts'
import { listView } from '../../menu/web/list-view.ts'
import { readList } from '../../menu/web/read-list.ts'
import { readParam } from '../../menu/web/with-shop.ts'
import { readAppCart } from '../app-cart.ts'
import { usesLocalBotApi } from '../app-url.ts'
import { initDataBytesMax } from '../check-init-data.ts'
import { enterApp, refuseEntry } from '../enter-app.ts'
import { findAppBot, findPlatformBot } from '../find-app-bot.ts'
import { listAppOrders } from '../list-app-orders.ts'
import { appTexts } from '../texts/app-texts.ts'
import { openBill, showBill } from './app-bills.ts'
import { readAppForm } from './app-form.ts'
import { changeCart, placeOrder, showCart } from './app-ordering.ts'
import { changeOrder, showOrder, showPayment } from './app-orders.ts'
import { changeFavourite, showProduct } from './app-product.ts'
import { exchangeForDashboard, showDashboardDoor } from './dashboard-door.ts'
import { createAppHeaders, drawApp, refuseVisit, type Visit, withVisit } from './visit.ts'

// As on a bill's page, a program that keeps opening payments is limited.
const opensPerS = 0.5
const opensBurst = 60

/**
 * Serves the Mini App of each shop's bot, `/t/<bot>`: Telegram opens it, and its signed data is exchanged for a
 * session.
 */
export function createMiniAppRouter(app: App): Router {
  const router = new Router()
  const opens = createRateLimit(opensPerS, opensBurst)
  router.use(['/t/:bot', '/t/:bot/{*rest}'], compressPages, pageHeaders, createAppHeaders(app), handleTrouble(app))
  router.get('/t/:bot', ctx => showDoor(app, ctx as Koa.Context))
  router.post('/t/:bot/enter', ctx => exchangeData(app, ctx as Koa.Context))
  const at = (path: string) => `/t/:bot/:session${path}`
  const answer = (show: (ctx: Koa.Context, visit: Visit) => Promise<void>) => (ctx: unknown) =>
    withVisit(app, ctx as Koa.Context, visit => show(ctx as Koa.Context, visit))
  router.get(
    at(''),
    answer((ctx, visit) => showList(app, ctx, visit)),
  )
  router.get(
    at('/p/:product'),
    answer((ctx, visit) => showProduct(app, ctx, visit)),
  )
  router.post(
    at('/p/:product'),
    answer((ctx, visit) => changeFavourite(app, ctx, visit)),
  )
  router.get(
    at('/cart'),
    answer((ctx, visit) => showCart(app, ctx, visit)),
  )
  router.post(
    at('/cart'),
    answer((ctx, visit) => changeCart(app, ctx, visit)),
  )
  router.post(
    at('/order'),
    answer((ctx, visit) => placeOrder(app, ctx, visit)),
  )
  router.get(
    at('/o/:token'),
    answer((ctx, visit) => showOrder(app, ctx, visit)),
  )
  router.post(
    at('/o/:token'),
    answer((ctx, visit) => changeOrder(app, ctx, visit)),
  )
  router.get(
    at('/pay/:token'),
    answer((ctx, visit) => showPayment(app, ctx, visit)),
  )
  router.get(
    at('/b/:slug'),
    answer((ctx, visit) => showBill(app, ctx, visit)),
  )
  router.post(
    at('/b/:slug'),
    answer((ctx, visit) => openBill(app, ctx, { visit, opens })),
  )
  return router
}

/**
 * Serves the first page, whose script posts the data that Telegram put into the fragment of the address, which is not
 * sent to servers.
 */
async function showDoor(app: App, ctx: Koa.Context): Promise<void> {
  const bot = await findAppBot(app, readParam(ctx, 'bot'))
  if (!bot) {
    if (await findPlatformBot(app, readParam(ctx, 'bot'))) showDashboardDoor(app, ctx)
    return
  }
  const language = chooseLanguage(ctx)
  const say = appTexts[language]
  const { accountId, mode } = bot
  const menu = await app.em({ accountId, mode }).findOne(MenuPage, { isOn: true })
  const outside = menu && makePath(app.config, `/m/${menu.slug}`, { lang: language })
  const action = makePath(app.config, `/t/${bot.id}/enter`)
  const body = html`<main class="plain"><section class="card">
    <p id="opening" hidden>${say.opening}</p>
    <div id="outside"><p>${say.onlyInTelegram}</p>${outside !== null && linkButton(outside, say.toMenu)}</div>
    <form id="enter" method="post" action="${action}" data-outside="${outside ?? ''}"
      data-needs="${usesLocalBotApi(app.config) ? '' : 'app'}">${hiddenField('init_data', '')}</form>
  </section></main>`
  const here = { path: ctx.path, query: {} }
  const more = { sheet: 'mini-app.css', script: 'mini-app-enter.js', here }
  sendPage(ctx, app.config, { language, title: 'Menu', body, ...more })
}

// With every byte escaped.
const enterBytesMax = initDataBytesMax * 3 + 100

async function exchangeData(app: App, ctx: Koa.Context): Promise<void> {
  try {
    // Otherwise another site could sign in its visitors as another person. Some web views send no such header.
    if (!['', 'same-origin', 'none'].includes(ctx.get('sec-fetch-site'))) throw refuseEntry()
    const limits = { fieldsBytesMax: enterBytesMax, fieldsMax: 4 }
    const { init_data: initData = '' } = await readAppForm(app, ctx, limits)
    if (await findPlatformBot(app, readParam(ctx, 'bot'))) return await exchangeForDashboard(app, ctx, initData)
    const { session, start } = await enterApp(app, readParam(ctx, 'bot'), initData)
    redirectTo(ctx, makePath(app.config, `/t/${readParam(ctx, 'bot')}/${session}${start.path}`, start.query))
  } catch (error) {
    const refusal = toRefusal(ctx, error)
    if (refusal?.code !== 'unauthorized' && refusal?.code !== 'invalid_request') throw error
    refuseVisit(app, ctx)
  }
}

async function showList(app: App, ctx: Koa.Context, visit: Visit): Promise<void> {
  const { shop, owner } = visit
  const { scope } = shop
  const favourites = { ...scope, customerId: owner.customerId }
  const list = await readList(app, ctx, shop, page => listFavourites(app, favourites, page))
  const cart = await readAppCart(app, scope, owner.customerId)
  const units = await readUnits(app, scope, cart.units)
  const orders = await listAppOrders(app, scope, owner.customerId)
  const body = listView({ ...list, shop, units, orders, filters: favouritesLink(visit, list.place.only !== undefined) })
  const back = Object.keys(list.place).length === 0 ? null : shop.to('')
  drawApp(app, ctx, visit, { body, back, asksBeforeClosing: units.length > 0 })
}

function favouritesLink({ shop }: Visit, isHere: boolean): Html {
  const here = isHere && html` aria-current="page"`
  const { favourites } = appTexts[shop.language]
  const sign = html`<span aria-hidden="true">♥ </span>`
  return html`<a href="${shop.to('', { only: 'favourites' })}"${here}>${sign}${favourites}</a>`
}
