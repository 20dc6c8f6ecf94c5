import type Koa from 'koa'
import type { Html } from '../../../lib/html.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { writeCookie } from '../../../web/parts/cookies.ts'
import { sendPage } from '../../../web/parts/frame.ts'
import { chooseLanguage } from '../../../web/parts/language.ts'
import { renderUnknownMenu } from '../../../web/parts/trouble-pages.ts'
import { findMenu } from '../find-menu.ts'
import { readBrowserCart } from './menu-cart.ts'
import { sharePath } from './menu-pictures.ts'
import { readShop, type ShownShop } from './shown-menu.ts'

export const readParam = (ctx: Koa.Context, name: string) =>
  String((ctx as unknown as { params: Record<string, string> }).params[name])

/** Handles a request for the shop of an address. Links and codes on tables may be outdated: a page explains that. */
export async function withShop(app: App, ctx: Koa.Context, show: (shop: ShownShop) => Promise<void>): Promise<void> {
  const menu = await findMenu(app, readParam(ctx, 'slug'))
  if (!menu) return renderUnknownMenu(app, ctx)
  if (typeof ctx.query.lang === 'string') writeCookie(app.config, ctx, 'language', chooseLanguage(ctx))
  const table = readTable(ctx) ?? readBrowserCart(app.config, ctx, menu.slug).table
  const shop = await readShop(app, { menu, language: chooseLanguage(ctx, app.config), table })
  try {
    await show(shop)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
    renderUnknownMenu(app, ctx)
  }
}

function readTable(ctx: Koa.Context): number | null {
  return /^[1-9]\d?$/.test(String(ctx.query.table)) ? Number(ctx.query.table) : null
}

interface Drawn {
  body: Html
  status?: number
  script?: string
  /** The seconds until a browser without a script reloads it. */
  refreshS?: number
  title?: string
  /** The page's own address, if the form was sent to another one. */
  path?: string
  /** The description that chats show with a link to it; by default the shop's own. */
  summary?: string
  picture?: string | undefined
}

export function drawMenu(app: App, ctx: Koa.Context, shop: ShownShop, content: Drawn): void {
  const { language, say, name } = shop
  const { status = 200, path = ctx.path, title = say.title(name), ...more } = content
  const summary = content.summary || say.summary(name)
  const picture = content.picture ?? sharePath(app.config, shop)
  const { lang: _, ...query } = ctx.query
  const here = { path, query: readPlainQuery(query) }
  sendPage(ctx, app.config, { ...more, sheet: 'menu.css', language, title, summary, picture, here }, status)
}

/** Returns the values of a query that occur once. */
export function readPlainQuery(query: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}
