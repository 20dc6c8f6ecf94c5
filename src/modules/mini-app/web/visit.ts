import type Koa from 'koa'
import { type Html, html } from '../../../lib/html.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { Customer } from '../../../orders/customers/customer.ts'
import { makePath } from '../../../web/parts/address.ts'
import { backLink } from '../../../web/parts/card.ts'
import { allowFrames, allowInlinePictures, sendPage } from '../../../web/parts/frame.ts'
import { chooseLanguage, languages } from '../../../web/parts/language.ts'
import { menuHead } from '../../menu/web/menu-head.ts'
import { readShop, type ShownShop } from '../../menu/web/shown-menu.ts'
import { readParam, readPlainQuery } from '../../menu/web/with-shop.ts'
import { type AppSession, readSession } from '../app-session.ts'
import { listFrameOrigins, usesLocalBotApi } from '../app-url.ts'
import { findAppBot } from '../find-app-bot.ts'
import { appTexts } from '../texts/app-texts.ts'

/** The user of a Mini App, and the shop that it shows. */
export interface Visit {
  shop: ShownShop
  session: AppSession
  username: string
  /** Where a browser without Telegram is redirected; empty with the local Bot API. */
  door: string
  /** The owner of the rows that the visit reads and writes. */
  owner: { accountId: number; mode: ShownShop['scope']['mode']; customerId: number }
}

/** Sets the headers of a Mini App, which only Telegram may show in a frame. */
export function createAppHeaders(app: App): Koa.Middleware {
  const origins = listFrameOrigins(app.config)
  return async (ctx, next) => {
    allowFrames(ctx as Koa.Context, origins)
    allowInlinePictures(ctx as Koa.Context)
    ctx.remove('Cross-Origin-Opener-Policy')
    await next()
  }
}

/** Shows a page of the Mini App to the person of its session; others read how to open it. */
export async function withVisit(app: App, ctx: Koa.Context, show: (visit: Visit) => Promise<void>): Promise<void> {
  const visit = await readVisit(app, ctx)
  if (!visit) return refuseVisit(app, ctx)
  try {
    await show(visit)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
    drawUnknown(app, ctx, visit)
  }
}

async function readVisit(app: App, ctx: Koa.Context): Promise<Visit | null> {
  const text = readParam(ctx, 'session')
  const session = readSession(app, text)
  if (!session || readParam(ctx, 'bot') !== String(session.botId)) return null
  const bot = await findAppBot(app, String(session.botId))
  if (!bot) return null
  const { accountId, mode, username } = bot
  const where = { id: session.customerId, botId: bot.id }
  const customer = await app.em({ accountId }).findOne(Customer, where)
  if (!customer) return null
  const asked = languages.find(language => language === ctx.query.lang)
  const language = asked ?? customer.language ?? chooseLanguage(ctx)
  const menu = { accountId, mode, slug: '' }
  const shop = await readShop(app, { menu, language, table: session.table })
  const to = (path: string, query: Record<string, string> = {}) =>
    makePath(app.config, `/t/${bot.id}/${text}${path}`, { ...query, lang: language })
  const owner = { accountId, mode, customerId: customer.id }
  const door = usesLocalBotApi(app.config) ? '' : makePath(app.config, `/t/${bot.id}`)
  return { shop: { ...shop, isInTelegram: true, to }, session, username, door, owner }
}

/** Answers 401, because the session has expired, belongs to another bot, or never existed. */
export function refuseVisit(app: App, ctx: Koa.Context): void {
  const language = chooseLanguage(ctx)
  const say = appTexts[language]
  const close = html`<button type="button" class="button" data-close data-main>${say.backToChat}</button>`
  const page = {
    language,
    title: say.overTitle,
    body: html`<main class="plain"><section class="card">
      <h1>${say.overTitle}</h1><p>${say.overText}</p>${close}</section></main>`,
    sheet: 'mini-app.css',
    script: 'mini-app.js',
    here: { path: '/', query: {} },
  }
  sendPage(ctx, app.config, page, 401)
}

function drawUnknown(app: App, ctx: Koa.Context, visit: Visit): void {
  const { shop } = visit
  const say = appTexts[shop.language]
  const body = html`<main class="menu-page">${menuHead(shop)}${backLink(shop.to(''), shop.say.back)}
    <section class="card"><h2>${say.unknownTitle}</h2><p>${say.unknownText}</p></section></main>`
  drawApp(app, ctx, visit, { body, status: 404, back: shop.to('') })
}

interface Drawn {
  body: Html
  status?: number
  scripts?: string[]
  title?: string
  refreshS?: number | undefined
  /** The target of Telegram's back button; null on the first page. */
  back: string | null
  /** Whether leaving would lose input. */
  asksBeforeClosing?: boolean
  /** The page's own path below the session, if the form was sent to another one. */
  path?: string
}

/** Answers with a page of the Mini App. */
export function drawApp(app: App, ctx: Koa.Context, visit: Visit, content: Drawn): void {
  const { shop } = visit
  const { body, status = 200, scripts = [], title = shop.name, refreshS } = content
  const { lang: _, ...query } = ctx.query
  const here = { path: content.path ? sessionPath(ctx, content.path) : ctx.path, query: readPlainQuery(query) }
  const page = { language: shop.language, title, body: addScriptData(visit, body, content) }
  const more = { sheet: ['menu.css', 'mini-app.css'], script: ['mini-app.js', ...scripts], refreshS, here }
  sendPage(ctx, app.config, { ...page, ...more }, status)
}

/** Adds the data for the Mini App's script to a page. */
export function addScriptData(
  { shop, session, door }: Visit,
  body: Html,
  { back, asksBeforeClosing = false }: Pick<Drawn, 'back' | 'asksBeforeClosing'>,
): Html {
  const say = appTexts[shop.language]
  const marks = html`data-home="${shop.to('')}" data-back="${back ?? ''}" data-writes="${session.canWrite ? 1 : 0}"
    data-asks="${asksBeforeClosing ? 1 : 0}" data-door="${door}" data-contact="${say.shareContact}"
    data-place="${say.shareLocation}"`
  return html`${body}<div id="mini-app" hidden ${marks}></div>`
}

function sessionPath(ctx: Koa.Context, path: string): string {
  return `/t/${readParam(ctx, 'bot')}/${readParam(ctx, 'session')}${path}`
}
