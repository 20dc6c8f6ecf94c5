import Router from '@koa/router'
import type Koa from 'koa'
import { createRateLimit, type RateLimit } from '../../../../http/rate-limit.ts'
import type { App } from '../../../../needs.ts'
import { makePath } from '../../../../web/parts/address.ts'
import { compressPages } from '../../../../web/parts/compress-pages.ts'
import { ensureBrowserName } from '../../../../web/parts/cookies.ts'
import { ownFormHeaders, pageHeaders } from '../../../../web/parts/frame.ts'
import { chooseLanguage } from '../../../../web/parts/language.ts'
import { handleTrouble } from '../../../../web/parts/trouble-pages.ts'
import { findBillBySlug, type WholeBill } from '../../find-bill.ts'
import { type BillPageParts, drawBill, openBillByForm } from './bill-form.ts'
import { renderUnknownBill } from './bill-unknown.ts'
import { addEmbedRoutes } from './embed-page.ts'

// A school's parents may share one address; a program that keeps creating payments is still limited.
const opensPerS = 0.5
const opensBurst = 40

/**
 * The public page of a bill. Chats open every link for its preview, so GET only shows the bill; its form creates a
 * payment and redirects to it. Sites allowed by the merchant can show the same page in a frame.
 */
export function createBillRouter(app: App): Router {
  const opens = createRateLimit(opensPerS, opensBurst)
  const router = new Router()
  router.use(['/b/:slug', '/embed/:slug'], compressPages, pageHeaders, ownFormHeaders, handleTrouble(app))
  router.get('/b/:slug', ctx => showBill(app, ctx as Koa.Context))
  router.post('/b/:slug', ctx => openBillPage(app, ctx as Koa.Context, opens))
  addEmbedRoutes(app, router, opens)
  return router
}

const slugOf = (ctx: Koa.Context) => String((ctx as unknown as { params: { slug: string } }).params.slug)

async function showBill(app: App, ctx: Koa.Context): Promise<void> {
  const found = await findBillBySlug(app, slugOf(ctx))
  if (!found) return renderUnknownBill(app, ctx)
  // Set before the first press, so that two concurrent presses belong to one browser.
  ensureBrowserName(app.config, ctx)
  await drawBill(app, ctx, ownPage(app, ctx, found))
}

function ownPage(app: App, ctx: Koa.Context, bill: WholeBill): BillPageParts {
  const lang = chooseLanguage(ctx)
  const path = `/b/${bill.bill.slug}`
  return {
    found: bill,
    door: {
      action: makePath(app.config, path, { lang }),
      paymentPath: invoice => makePath(app.config, '/pay', { invoice, lang }),
      parent: null,
    },
    here: { path, query: {} },
  }
}

async function openBillPage(app: App, ctx: Koa.Context, opens: RateLimit): Promise<void> {
  const found = await findBillBySlug(app, slugOf(ctx))
  if (!found) return renderUnknownBill(app, ctx)
  const browser = ensureBrowserName(app.config, ctx)
  const opened = await openBillByForm(app, ctx, found, { opens, browser })
  if ('refusal' in opened) {
    return drawBill(app, ctx, ownPage(app, ctx, (await findBillBySlug(app, slugOf(ctx)))!), opened)
  }
  ctx.status = 303
  ctx.set('Location', makePath(app.config, '/pay', { invoice: opened.invoiceId, lang: chooseLanguage(ctx) }))
}
