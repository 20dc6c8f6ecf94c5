import Router from '@koa/router'
import type Koa from 'koa'
import { findProduct } from '../../../catalog/find-product.ts'
import { listCategories } from '../../../catalog/list-categories.ts'
import { listProducts } from '../../../catalog/list-products.ts'
import type { App } from '../../../needs.ts'
import { readCookie } from '../../../web/parts/cookies.ts'
import { ownFormHeaders, pageHeaders } from '../../../web/parts/frame.ts'
import { menuUnknownPage, withTroublePage } from '../../../web/parts/trouble-pages.ts'
import { listGuestOrders } from '../find-menu-order.ts'
import { readUnits } from '../read-units.ts'
import { listView } from './list-view.ts'
import { readBrowserCart, storeBrowserCart } from './menu-cart.ts'
import { menuOrdering } from './menu-ordering.ts'
import { productView } from './product-view.ts'
import { readGoods } from './read-goods.ts'
import type { ShownShop } from './shown-menu.ts'
import { drawMenu, paramOf, plainQuery, withShop } from './with-shop.ts'

/** The public menu of a shop, for guests without Telegram. */
export function menuPage(app: App): Router {
  const router = new Router()
  router.use(['/m/:slug'], pageHeaders, ownFormHeaders, withTroublePage(app))
  router.get('/m/:slug', ctx => withShop(app, ctx as Koa.Context, shop => showList(app, ctx as Koa.Context, shop)))
  router.get('/m/:slug/p/:product', ctx =>
    withShop(app, ctx as Koa.Context, shop => showProduct(app, ctx as Koa.Context, shop)),
  )
  menuOrdering(app, router)
  return router
}

const pageSize = 60
const publicId = /^[\w-]{22}$/

async function showList(app: App, ctx: Koa.Context, shop: ShownShop): Promise<void> {
  const { scope } = shop
  const categories = await listCategories(app, scope.accountId)
  const asked = categories.find(({ category }) => category.publicId === ctx.query.category)
  const category = asked?.category.publicId ?? null
  const page = /^\d{1,4}$/.test(String(ctx.query.page)) ? Number(ctx.query.page) : 1
  const products = await listProducts(app, scope, { categoryId: category ?? undefined, page, pageSize })
  const cart = readBrowserCart(app.config, ctx, shop.slug)
  const units = await readUnits(app, scope, cart.units)
  const browser = readCookie(app.config, ctx, 'browser')
  const orders = browser === undefined ? [] : await listGuestOrders(app, scope, browser)
  // The code on a table is read once, and the table stays with the cart.
  if (shop.table !== cart.table) storeBrowserCart(app.config, ctx, shop.slug, { ...cart, table: shop.table })
  drawMenu(app, ctx, shop, { body: listView({ shop, products, categories, category, units, orders }) })
}

async function showProduct(app: App, ctx: Koa.Context, shop: ShownShop): Promise<void> {
  const id = paramOf(ctx, 'product')
  if (!publicId.test(id)) return menuUnknownPage(app, ctx)
  const goods = await readGoods(app, shop, await findProduct(app, shop.scope, id))
  const body = productView({ ...goods, shop, refusal: null, given: plainQuery(ctx.query) })
  drawMenu(app, ctx, shop, { body, script: 'menu-price.js' })
}
