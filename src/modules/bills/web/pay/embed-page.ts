import type Router from '@koa/router'
import type Koa from 'koa'
import { Account } from '../../../../accounts/account.ts'
import { findRedirect } from '../../../../accounts/refuse-redirect.ts'
import type { RateLimit } from '../../../../http/rate-limit.ts'
import type { Html } from '../../../../lib/html.ts'
import { generateToken } from '../../../../lib/ids.ts'
import { findMoneyInReview } from '../../../../money/find-money-in-review.ts'
import type { App } from '../../../../needs.ts'
import { hasEnded } from '../../../../payments/payment-phase.ts'
import { viewPayment } from '../../../../payments/view-payment.ts'
import { makePath } from '../../../../web/parts/address.ts'
import { sendAsset } from '../../../../web/parts/assets.ts'
import { allowFrames, allowInlinePictures, sendPage } from '../../../../web/parts/frame.ts'
import { chooseLanguage } from '../../../../web/parts/language.ts'
import type { PaymentPageView } from '../../../../web/pay/payment-parts.ts'
import { writePageTitle } from '../../../../web/pay/payment-view.ts'
import { selectWay } from '../../../../web/pay/payment-ways.ts'
import { findBillBySlug, type WholeBill } from '../../find-bill.ts'
import { parseWebOrigin } from '../../parse-web-origin.ts'
import { drawBill, openBillByForm } from './bill-form.ts'
import { renderUnknownBill } from './bill-unknown.ts'
import { embedView } from './embed-view.ts'

const scripts = ['payment.js', 'embed-frame.js']

/**
 * Serves a bill and its payment in a frame, `/embed/<slug>`, for the sites allowed by its merchant, and the script that
 * opens it there. The frame never leaves this address, because no other page may be framed. It needs no cookie, which
 * browsers withhold from frames: the address identifies the browser by a value from the surrounding site.
 */
export function addEmbedRoutes(app: App, router: Router, opens: RateLimit): void {
  router.get('/embed.js', async ctx => {
    await sendAsset(ctx as Koa.Context, 'embed.js')
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  })
  router.get('/embed/:slug', ctx => showFrame(app, ctx as Koa.Context))
  router.post('/embed/:slug', ctx => openFrame(app, ctx as Koa.Context, opens))
}

interface Framed {
  found: WholeBill
  /** The origin of the surrounding page; empty if the merchant has not allowed it. */
  parent: string
  /** The name of the browser, replacing a cookie. */
  browser: string
  /** Returns an address in the frame. */
  to(query?: Record<string, string>): string
  /** The query of the frame's addresses. */
  query: Record<string, string>
}

async function readFrame(app: App, ctx: Koa.Context): Promise<Framed | null> {
  const { slug } = (ctx as unknown as { params: { slug: string } }).params
  const found = await findBillBySlug(app, slug)
  if (!found) return null
  const { accountId } = found.bill
  const { embedOrigins } = await app.em({ accountId }).findOneOrFail(Account, accountId)
  // Checked again, because imported origins did not pass the form that validates them.
  const origins = embedOrigins.filter(origin => parseWebOrigin(origin) === origin)
  allowFrames(ctx, origins)
  const parent = origins.find(origin => origin === ctx.query.parent) ?? ''
  const named = ctx.query.browser
  const browser = typeof named === 'string' && /^[A-Za-z0-9_-]{22}$/.test(named) ? named : generateToken()
  const query = { parent, browser }
  const to = (more: Record<string, string> = {}) =>
    makePath(app.config, `/embed/${found.bill.slug}`, { ...query, lang: chooseLanguage(ctx), ...more })
  return { found, parent, browser, to, query }
}

async function showFrame(app: App, ctx: Koa.Context): Promise<void> {
  const frame = await readFrame(app, ctx)
  if (!frame) return renderUnknownBill(app, ctx)
  const { invoice } = ctx.query
  const isOwn = frame.found.parts.some(({ payment }) => payment.invoiceId === invoice)
  if (isOwn) await showPayment(app, ctx, frame, String(invoice))
  else await drawBill(app, ctx, toDrawn(frame))
}

function toDrawn({ found, parent, to, query }: Framed) {
  return {
    found,
    door: { action: to(), paymentPath: (invoice: string) => to({ invoice }), parent },
    here: { path: `/embed/${found.bill.slug}`, query },
    script: 'embed-frame.js',
  }
}

async function openFrame(app: App, ctx: Koa.Context, opens: RateLimit): Promise<void> {
  const frame = await readFrame(app, ctx)
  if (!frame) return renderUnknownBill(app, ctx)
  const { found, browser, to } = frame
  const opened = await openBillByForm(app, ctx, found, { opens, browser })
  if ('refusal' in opened) {
    const fresh = (await findBillBySlug(app, found.bill.slug))!
    return drawBill(app, ctx, toDrawn({ ...frame, found: fresh }), opened)
  }
  ctx.status = 303
  ctx.set('Location', to({ invoice: opened.invoiceId }))
}

function showPayment(app: App, ctx: Koa.Context, frame: Framed, invoice: string): Promise<void> {
  const { found, parent, to, query } = frame
  const here = { path: `/embed/${found.bill.slug}`, query: { ...query, invoice } }
  return drawFramedPayment(app, ctx, { found, invoice, parent, again: to(), here, scripts })
}

interface FramedPayment {
  found: WholeBill
  invoice: string
  /** The origin of the surrounding page; empty if unknown. */
  parent: string
  /** The address of the bill in the frame, for another payment. */
  again: string
  here: { path: string; query: Record<string, string> }
  scripts: readonly string[]
  sheet?: string
  /** Renders the page around the payment. */
  around?(body: Html): Html
}

/** Renders a payment of a bill inside a frame. */
export async function drawFramedPayment(
  app: App,
  ctx: Koa.Context,
  { found, invoice, parent, again, here, scripts, sheet, around = body => body }: FramedPayment,
): Promise<void> {
  const { bill } = found
  const payment = selectWay((await viewPayment(app, invoice))!, undefined)
  const language = chooseLanguage(ctx)
  const shown: PaymentPageView = {
    config: app.config,
    language,
    payment,
    now: app.now(),
    inReview: await findMoneyInReview(app, payment.accountId, invoice),
    order: null,
    chat: null,
    goods: { image: null, released: null },
    explanation: null,
    silence: null,
    onwardTo: null,
    contact: null,
    receipt: null,
    refreshS: hasEnded(payment.phase) ? undefined : payment.phase === 'preparing' ? 3 : 10,
    sandbox: 'none',
  }
  allowInlinePictures(ctx)
  sendPage(ctx, app.config, {
    language,
    title: writePageTitle(shown),
    script: scripts,
    sheet,
    refreshS: shown.refreshS,
    body: around(
      embedView(shown, {
        parent,
        thanks: bill.thanks,
        onward: bill.redirectUrl === null ? null : await findRedirect(app, payment.accountId, bill.redirectUrl),
        again: bill.isPayableAt(app.now()) ? again : null,
      }),
    ),
    here,
  })
}
