import Router from '@koa/router'
import type Koa from 'koa'
import { findProduct } from '../../catalog/find-product.ts'
import { listCategories } from '../../catalog/list-categories.ts'
import { listProducts } from '../../catalog/list-products.ts'
import { readOptions } from '../../catalog/options/read-options.ts'
import type { Html } from '../../lib/html.ts'
import { Refusal } from '../../lib/refusal.ts'
import { findMenu } from '../../menu/find-menu.ts'
import type { App } from '../../needs.ts'
import { ownFormHeaders, pageHeaders, sendPage } from '../parts/frame.ts'
import { languageOf } from '../parts/language.ts'
import { menuUnknownPage, withTroublePage } from '../parts/trouble-pages.ts'
import { listView } from './list-view.ts'
import { productView } from './product-view.ts'
import { readShop, type ShownShop } from './shown-menu.ts'

/** The public menu of a shop, for whoever has no Telegram. */
export function menuPage(app: App): Router {
  const router = new Router()
  router.use(['/m/:slug'], pageHeaders, ownFormHeaders, withTroublePage(app))
  router.get('/m/:slug', ctx => withShop(app, ctx as Koa.Context, shop => showList(app, ctx as Koa.Context, shop)))
  router.get('/m/:slug/p/:product', ctx =>
    withShop(app, ctx as Koa.Context, shop => showProduct(app, ctx as Koa.Context, shop)),
  )
  return router
}

const paramOf = (ctx: Koa.Context, name: string) =>
  String((ctx as unknown as { params: Record<string, string> }).params[name])

// Links in chats and codes on tables may be old, so a page in both languages says that nothing is there.
async function withShop(app: App, ctx: Koa.Context, show: (shop: ShownShop) => Promise<void>): Promise<void> {
  const menu = await findMenu(app, paramOf(ctx, 'slug'))
  if (!menu) return menuUnknownPage(app, ctx)
  const shop = await readShop(app, { menu, language: languageOf(ctx, app.config), table: tableOf(ctx) })
  try {
    await show(shop)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
    menuUnknownPage(app, ctx)
  }
}

function tableOf(ctx: Koa.Context): number | null {
  return /^[1-9]\d?$/.test(String(ctx.query.table)) ? Number(ctx.query.table) : null
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
  draw(app, ctx, shop, listView({ shop, products, categories, category }))
}

async function showProduct(app: App, ctx: Koa.Context, shop: ShownShop): Promise<void> {
  const id = paramOf(ctx, 'product')
  if (!publicId.test(id)) return menuUnknownPage(app, ctx)
  const product = await findProduct(app, shop.scope, id)
  const groups = (await readOptions(app.em(shop.scope), [product.id])).get(product.id) ?? []
  draw(app, ctx, shop, productView({ shop, product, groups }))
}

function draw(app: App, ctx: Koa.Context, shop: ShownShop, body: Html): void {
  const { language, say, name } = shop
  const { lang: _, ...query } = ctx.query
  const here = { path: ctx.path, query: plainQuery(query) }
  sendPage(ctx, app.config, { language, title: say.title(name), summary: say.summary(name), body, here })
}

function plainQuery(query: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}
