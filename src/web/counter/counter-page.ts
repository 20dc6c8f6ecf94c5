import Router from '@koa/router'
import type Koa from 'koa'
import { Account } from '../../accounts/account.ts'
import type { Device } from '../../counter/device.ts'
import { html } from '../../lib/html.ts'
import type { App } from '../../needs.ts'
import { pathTo } from '../parts/address.ts'
import { ownFormHeaders, pageHeaders, sendPage } from '../parts/frame.ts'
import { languageOf } from '../parts/language.ts'
import { withTroublePage } from '../parts/trouble-pages.ts'
import { counterTexts } from './counter-texts.ts'
import { answerPairing, deviceOf, showPairing } from './pairing.ts'

/** The page of a counter, on a device that its owner has paired. */
export function counterPage(app: App): Router {
  const router = new Router()
  router.use(['/kasir'], pageHeaders, ownFormHeaders, withTroublePage(app))
  router.get('/kasir', ctx => show(app, ctx as Koa.Context))
  router.post('/kasir', ctx => answerPairing(app, ctx as Koa.Context, 'kasir'))
  return router
}

async function show(app: App, ctx: Koa.Context): Promise<void> {
  const device = await deviceOf(app, ctx, 'kasir')
  if (!device) return showPairing(app, ctx, 'kasir')
  await draw(app, ctx, device)
}

async function draw(app: App, ctx: Koa.Context, device: Device): Promise<void> {
  const { displayName } = await app.em({ accountId: device.accountId }).findOneOrFail(Account, device.accountId)
  const language = languageOf(ctx, app.config)
  const say = counterTexts[language]
  const body = html`<main class="plain">
    <section class="card narrow">
      <h1>${displayName}</h1>
      <p>${say.paired(device.name)}</p>
      <a class="button" href="${pathTo(app.config, '/kasir/receipt', { lang: language })}">${say.checkReceipt}</a>
    </section>
  </main>`
  sendPage(ctx, app.config, { language, title: say.title(displayName), body, here: { path: '/kasir', query: {} } })
}
