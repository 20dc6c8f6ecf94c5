import Router from '@koa/router'
import type Koa from 'koa'
import { listCategories } from '../../../catalog/list-categories.ts'
import { listProducts } from '../../../catalog/list-products.ts'
import { toRefusal } from '../../../http/errors.ts'
import { createRateLimit } from '../../../http/rate-limit.ts'
import { html } from '../../../lib/html.ts'
import type { App } from '../../../needs.ts'
import { pathTo } from '../../../web/parts/address.ts'
import { linkButton } from '../../../web/parts/card.ts'
import { compressed } from '../../../web/parts/compressed.ts'
import { hidden } from '../../../web/parts/forms.ts'
import { pageHeaders, sendPage } from '../../../web/parts/frame.ts'
import { languageOf } from '../../../web/parts/language.ts'
import { withTroublePage } from '../../../web/parts/trouble-pages.ts'
import { MenuPage } from '../../menu/menu-page.ts'
import { readUnits } from '../../menu/read-units.ts'
import { leadTo } from '../../menu/web/cart-form.ts'
import { listView } from '../../menu/web/list-view.ts'
import { paramOf } from '../../menu/web/with-shop.ts'
import { readAppCart } from '../app-cart.ts'
import { initDataBytesMax } from '../check-init-data.ts'
import { enterApp } from '../enter-app.ts'
import { findAppBot } from '../find-app-bot.ts'
import { listAppOrders } from '../list-app-orders.ts'
import { openBill, showBill } from './app-bills.ts'
import { readAppForm } from './app-form.ts'
import { changeCart, showCart, takeOrder } from './app-ordering.ts'
import { changeOrder, showOrder, showPayment } from './app-orders.ts'
import { showProduct } from './app-product.ts'
import { appTexts } from './app-texts.ts'
import { appHeaders, drawApp, refuseVisit, type Visit, withVisit } from './visit.ts'

// As on the page of a bill: a program that opens payments without end does not get far.
const opensPerS = 0.5
const opensBurst = 60

/** The Mini App of each shop's bot, `/t/<bot>`: Telegram opens it, and trades its signed data for a session. */
export function miniAppPage(app: App): Router {
  const router = new Router()
  const opens = createRateLimit(opensPerS, opensBurst)
  router.use(['/t/:bot', '/t/:bot/{*rest}'], compressed, pageHeaders, appHeaders(app), withTroublePage(app))
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
    answer((ctx, visit) => takeOrder(app, ctx, visit)),
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

/** The first page: its script posts the data that Telegram put behind the address, which no server is sent. */
async function showDoor(app: App, ctx: Koa.Context): Promise<void> {
  const bot = await findAppBot(app, paramOf(ctx, 'bot'))
  if (!bot) return
  const language = languageOf(ctx)
  const say = appTexts[language]
  const { accountId, mode } = bot
  const menu = await app.em({ accountId, mode }).findOne(MenuPage, { isOn: true })
  const outside = menu && pathTo(app.config, `/m/${menu.slug}`, { lang: language })
  const action = pathTo(app.config, `/t/${bot.id}/enter`)
  const body = html`<main class="plain"><section class="card">
    <p id="opening" hidden>${say.opening}</p>
    <div id="outside"><p>${say.onlyInTelegram}</p>${outside !== null && linkButton(outside, say.toMenu)}</div>
    <form id="enter" method="post" action="${action}" data-outside="${outside ?? ''}">${hidden('init_data', '')}</form>
  </section></main>`
  const here = { path: ctx.path, query: {} }
  const more = { sheet: 'mini-app.css', script: 'mini-app-enter.js', here }
  sendPage(ctx, app.config, { language, title: 'Menu', body, ...more })
}

// With every byte escaped.
const enterBytesMax = initDataBytesMax * 3 + 100

async function exchangeData(app: App, ctx: Koa.Context): Promise<void> {
  try {
    const limits = { fieldsBytesMax: enterBytesMax, fieldsMax: 4 }
    const { init_data: initData = '' } = await readAppForm(app, ctx, limits)
    const { session, start } = await enterApp(app, paramOf(ctx, 'bot'), initData)
    leadTo(ctx, pathTo(app.config, `/t/${paramOf(ctx, 'bot')}/${session}${start.path}`, start.query))
  } catch (error) {
    const refusal = toRefusal(ctx, error)
    if (refusal?.code !== 'unauthorized' && refusal?.code !== 'invalid_request') throw error
    refuseVisit(app, ctx)
  }
}

const pageSize = 60

async function showList(app: App, ctx: Koa.Context, visit: Visit): Promise<void> {
  const { shop, owner } = visit
  const { scope } = shop
  const categories = await listCategories(app, scope.accountId)
  const asked = categories.find(({ category }) => category.publicId === ctx.query.category)
  const category = asked?.category.publicId ?? null
  const page = /^\d{1,4}$/.test(String(ctx.query.page)) ? Number(ctx.query.page) : 1
  const products = await listProducts(app, scope, { categoryId: category ?? undefined, page, pageSize })
  const cart = await readAppCart(app, scope, owner.customerId)
  const units = await readUnits(app, scope, cart.units)
  const orders = await listAppOrders(app, scope, owner.customerId)
  const body = listView({ shop, products, categories, category, units, orders })
  const back = category === null ? null : shop.to('')
  drawApp(app, ctx, visit, { body, back, asksBeforeClosing: units.length > 0 })
}
