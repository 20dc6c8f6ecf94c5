import Router from '@koa/router'
import type Koa from 'koa'
import { html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { toLocalTime } from '../../../lib/wall-clock.ts'
import type { App } from '../../../needs.ts'
import { viewPayment } from '../../../payments/view-payment.ts'
import { makePath } from '../../../web/parts/address.ts'
import { linkButton } from '../../../web/parts/card.ts'
import { pageHeaders, sendPage } from '../../../web/parts/frame.ts'
import { chooseLanguage } from '../../../web/parts/language.ts'
import { handleTrouble, renderUnknownPayment } from '../../../web/parts/trouble-pages.ts'
import { findShownCharge } from '../find-charge.ts'
import { snapTexts } from '../texts/compat-texts.ts'

const refreshS = 10
const path = '/compat/midtrans/snap/:version/redirection/:token'

/** Serves the page of Snap's `redirect_url`: the amount, its code, and the link to the payment page. */
export function createSnapRouter(app: App): Router {
  const router = new Router()
  router.use([path], pageHeaders, handleTrouble(app))
  router.get(path, ctx => showSnap(app, ctx as Koa.Context, ctx.params.token!))
  return router
}

async function showSnap(app: App, ctx: Koa.Context, token: string): Promise<void> {
  const found = await findShownCharge(app, token)
  const payment = found?.charge.kind === 'snap' ? await viewPayment(app, found.payment.invoiceId) : null
  if (!payment) return renderUnknownPayment(app, ctx)
  const language = chooseLanguage(ctx)
  const say = snapTexts[language]
  const { invoiceId, merchantName, finalAmount, status, expiresAt } = payment
  const isOpen = status === 'pending'
  const { day, time } = toLocalTime(app.config.timeZone, expiresAt, language)
  const code = makePath(app.config, '/pay/qr.svg', { invoice: invoiceId })
  sendPage(ctx, app.config, {
    language,
    title: say.title(formatRupiah(finalAmount), merchantName),
    here: { path: ctx.path, query: {} },
    refreshS: isOpen ? refreshS : undefined,
    body: html`<main class="pay">
      <header class="merchant"><div><p>${say.payTo}</p><h1>${merchantName}</h1></div></header>
      <section class="card due"><p class="amount">${formatRupiah(finalAmount)}</p>
        ${isOpen ? html`<p>${say.until} ${day}, ${time}</p>` : html`<p>${status === 'paid' ? say.paid : say.ended}</p>`}
      </section>
      ${
        isOpen &&
        html`<section class="card way"><p>${say.scan}</p>
        <p><img class="qr" src="${code}" alt="QRIS" width="280" height="280"></p></section>`
      }
      <p class="choices">${linkButton(makePath(app.config, '/pay', { invoice: invoiceId }), say.open)}</p>
    </main>
    <footer><p>${say.notAffiliated}</p></footer>`,
  })
}
