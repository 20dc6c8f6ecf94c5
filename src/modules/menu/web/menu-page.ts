import Router from '@koa/router'
import type Koa from 'koa'
import { findProduct } from '../../../catalog/find-product.ts'
import type { App } from '../../../needs.ts'
import { compressPages } from '../../../web/parts/compress-pages.ts'
import { readCookie } from '../../../web/parts/cookies.ts'
import { ownFormHeaders, pageHeaders } from '../../../web/parts/frame.ts'
import { handleTrouble, renderUnknownMenu } from '../../../web/parts/trouble-pages.ts'
import { listGuestOrders } from '../find-menu-order.ts'
import { readUnits } from '../read-units.ts'
import { listView } from './list-view.ts'
import { readBrowserCart, storeBrowserCart } from './menu-cart.ts'
import { addMenuOrderingRoutes } from './menu-ordering.ts'
import { addMenuPictureRoutes } from './menu-pictures.ts'
import { preselectChoices, productView } from './product-view.ts'
import { readGoods } from './read-goods.ts'
import { readList } from './read-list.ts'
import type { ShownShop } from './shown-menu.ts'
import { drawMenu, readParam, readPlainQuery, withShop } from './with-shop.ts'

/** Serves the public menu of a shop, for guests without Telegram. */
export function createMenuRouter(app: App): Router {
  const router = new Router()
  router.use(['/m/:slug'], compressedAtFirst(app), pageHeaders, ownFormHeaders, handleTrouble(app))
  router.get('/m/:slug', ctx => withShop(app, ctx as Koa.Context, shop => showList(app, ctx as Koa.Context, shop)))
  router.get('/m/:slug/p/:product', ctx =>
    withShop(app, ctx as Koa.Context, shop => showProduct(app, ctx as Koa.Context, shop)),
  )
  addMenuPictureRoutes(app, router)
  addMenuOrderingRoutes(app, router)
  return router
}

const publicId = /^[\w-]{22}$/

// Later pages contain the browser's orders and text from the address: their compressed size could reveal a token.
function compressedAtFirst(app: App): Koa.Middleware {
  return (ctx, next) =>
    readCookie(app.config, ctx as Koa.Context, 'browser') === undefined ? compressPages(ctx, next) : next()
}

async function showList(app: App, ctx: Koa.Context, shop: ShownShop): Promise<void> {
  const { scope } = shop
  const list = await readList(app, ctx, shop)
  const cart = readBrowserCart(app.config, ctx, shop.slug)
  const units = await readUnits(app, scope, cart.units)
  const browser = readCookie(app.config, ctx, 'browser')
  const orders = browser === undefined ? [] : await listGuestOrders(app, scope, browser)
  // The code on a table is read once, and the cart then keeps the table.
  if (shop.table !== cart.table) storeBrowserCart(app.config, ctx, shop.slug, { ...cart, table: shop.table })
  drawMenu(app, ctx, shop, { body: listView({ ...list, shop, units, orders }) })
}

async function showProduct(app: App, ctx: Koa.Context, shop: ShownShop): Promise<void> {
  const id = readParam(ctx, 'product')
  if (!publicId.test(id)) return renderUnknownMenu(app, ctx)
  const goods = await readGoods(app, shop, await findProduct(app, shop.scope, id))
  const { product, pictures } = goods
  const body = productView({
    ...goods,
    shop,
    refusal: null,
    given: preselectChoices(goods.groups, readPlainQuery(ctx.query)),
  })
  const [picture] = pictures
  const shared = picture && `${app.config.baseUrl}/images/${picture.storageKey}.jpg`
  const title = `${product.name}: ${shop.name}`
  drawMenu(app, ctx, shop, { body, title, script: 'menu-price.js', picture: shared, summary: product.description })
}
