import Router from '@koa/router'
import type Koa from 'koa'
import { createRateLimit, type RateLimit } from '../../../../http/rate-limit.ts'
import type { App } from '../../../../needs.ts'
import { pathTo } from '../../../../web/parts/address.ts'
import { compressed } from '../../../../web/parts/compressed.ts'
import { ensureBrowserName } from '../../../../web/parts/cookies.ts'
import { ownFormHeaders, pageHeaders } from '../../../../web/parts/frame.ts'
import { chooseLanguage } from '../../../../web/parts/language.ts'
import { withTroublePage } from '../../../../web/parts/trouble-pages.ts'
import { findBillBySlug, type WholeBill } from '../../find-bill.ts'
import { type DrawnBill, drawBill, openByForm } from './bill-form.ts'
import { billUnknownPage } from './bill-unknown.ts'
import { embedRoutes } from './embed-page.ts'

// A school's parents may share one address; a program that keeps creating payments is still limited.
const opensPerS = 0.5
const opensBurst = 40

/**
 * The public page of a bill. Chats open every link for its preview, so GET only shows the bill; its form creates a
 * payment and redirects to it. Sites allowed by the merchant can show the same page in a frame.
 */
export function billPage(app: App): Router {
  const opens = createRateLimit(opensPerS, opensBurst)
  const router = new Router()
  router.use(['/b/:slug', '/embed/:slug'], compressed, pageHeaders, ownFormHeaders, withTroublePage(app))
  router.get('/b/:slug', ctx => showBill(app, ctx as Koa.Context))
  router.post('/b/:slug', ctx => openBillPage(app, ctx as Koa.Context, opens))
  embedRoutes(app, router, opens)
  return router
}

const slugOf = (ctx: Koa.Context) => String((ctx as unknown as { params: { slug: string } }).params.slug)

async function showBill(app: App, ctx: Koa.Context): Promise<void> {
  const found = await findBillBySlug(app, slugOf(ctx))
  if (!found) return billUnknownPage(app, ctx)
  // Set before the first press, so that two concurrent presses belong to one browser.
  ensureBrowserName(app.config, ctx)
  await drawBill(app, ctx, ownPage(app, ctx, found))
}

function ownPage(app: App, ctx: Koa.Context, bill: WholeBill): DrawnBill {
  const lang = chooseLanguage(ctx)
  const path = `/b/${bill.bill.slug}`
  return {
    found: bill,
    door: {
      action: pathTo(app.config, path, { lang }),
      paymentPath: invoice => pathTo(app.config, '/pay', { invoice, lang }),
      parent: null,
    },
    here: { path, query: {} },
  }
}

async function openBillPage(app: App, ctx: Koa.Context, opens: RateLimit): Promise<void> {
  const found = await findBillBySlug(app, slugOf(ctx))
  if (!found) return billUnknownPage(app, ctx)
  const browser = ensureBrowserName(app.config, ctx)
  const opened = await openByForm(app, ctx, found, { opens, browser })
  if ('refusal' in opened) {
    return drawBill(app, ctx, ownPage(app, ctx, (await findBillBySlug(app, slugOf(ctx)))!), opened)
  }
  ctx.status = 303
  ctx.set('Location', pathTo(app.config, '/pay', { invoice: opened.invoiceId, lang: chooseLanguage(ctx) }))
}
