import Router from '@koa/router'
import type Koa from 'koa'
import { Account } from '../../../accounts/account.ts'
import { createRateLimit } from '../../../http/rate-limit.ts'
import { html } from '../../../lib/html.ts'
import type { App } from '../../../needs.ts'
import { narrowCard } from '../../../web/parts/card.ts'
import { pageHeaders, sendPage } from '../../../web/parts/frame.ts'
import { chooseLanguage } from '../../../web/parts/language.ts'
import { handleTrouble } from '../../../web/parts/trouble-pages.ts'
import { limitRate } from '../../../web/pay/limit-rate.ts'
import { isMailStopped, readStopToken, stopMail } from '../stop-mail.ts'
import { mailPageTexts } from '../texts/mail-texts.ts'

const asksPerS = 2
const asksBurst = 20

/**
 * Serves the page that ends a shop's e-mail. Mail providers may submit its form themselves (RFC 8058), so the link is
 * the only proof. A GET changes nothing, because mail providers follow links.
 */
export function createStopRouter(app: App): Router {
  const asks = createRateLimit(asksPerS, asksBurst)
  const router = new Router()
  router.use(['/mail-stop'], pageHeaders, handleTrouble(app))
  router.get('/mail-stop', limitRate(asks), ctx => showStopPage(app, ctx as Koa.Context))
  router.post('/mail-stop', limitRate(asks), async ctx => {
    const receiver = readStopToken(app, tokenOf(ctx as Koa.Context))
    if (receiver) await stopMail(app, receiver, ctx.query.again !== '1')
    await showStopPage(app, ctx as Koa.Context)
  })
  return router
}

const tokenOf = (ctx: Koa.Context) => (typeof ctx.query.token === 'string' ? ctx.query.token : '')

async function showStopPage(app: App, ctx: Koa.Context): Promise<void> {
  const token = tokenOf(ctx)
  const receiver = readStopToken(app, token)
  const language = chooseLanguage(ctx)
  const say = mailPageTexts[language]
  const here = { path: '/mail-stop', query: { token } }
  if (!receiver) {
    ctx.status = 404
    return sendPage(ctx, app.config, {
      language,
      title: say.title,
      body: narrowCard(say.title, html`<p>${say.badLink}</p>`),
      here,
    })
  }
  const { accountId, email } = receiver
  const { displayName: shop } = await app.em({ accountId }).findOneOrFail(Account, accountId)
  const isStopped = await isMailStopped(app, receiver)
  const title = say.stopTitle(shop)
  const query = new URLSearchParams({ token, ...(isStopped && { again: '1' }) })
  const body = narrowCard(
    title,
    html`<p role="status">${isStopped ? say.stopped(shop, email) : say.stopText(shop, email)}</p>
      <form method="post" action="?${query.toString()}">
        <button class="button">${isStopped ? say.again : say.stop}</button>
      </form>`,
  )
  sendPage(ctx, app.config, { language, title, body: html`<main id="main">${body}</main>`, here })
}
