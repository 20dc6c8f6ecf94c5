import Router from '@koa/router'
import type Koa from 'koa'
import { Account } from '../../../accounts/account.ts'
import type { App } from '../../../needs.ts'
import { makePath } from '../../../web/parts/address.ts'
import { assetPath, sendAsset } from '../../../web/parts/assets.ts'
import { compressPages } from '../../../web/parts/compress-pages.ts'
import { allowCamera, allowManifest, ownFormHeaders, pageHeaders, sendPage } from '../../../web/parts/frame.ts'
import { chooseLanguage } from '../../../web/parts/language.ts'
import { handleTrouble } from '../../../web/parts/trouble-pages.ts'
import type { Device } from '../device.ts'
import { counterTexts } from '../texts/counter-texts.ts'
import { cameraView } from './camera-view.ts'
import { addCounterRoutes } from './counter-acts.ts'
import { counterView } from './counter-view.ts'
import { answerPairing, readDevice, showPairing } from './pairing.ts'

/** Serves the page of a counter on a paired device, and the requests of its script. */
export function createCounterRouter(app: App): Router {
  const router = new Router()
  router.use(['/kasir'], pageHeaders, ownFormHeaders)
  // The page contains neither secrets nor data of the request, so its size reveals nothing.
  router.get('/kasir', compressPages, handleTrouble(app), ctx => showCounter(app, ctx as Koa.Context))
  router.post('/kasir', handleTrouble(app), ctx => answerPairing(app, ctx as Koa.Context, 'kasir'))
  router.get('/kasir/manifest.webmanifest', ctx => sendManifest(app, ctx as Koa.Context))
  router.get('/kasir/worker.js', ctx => sendWorker(app, ctx as Koa.Context))
  addCounterRoutes(app, router)
  return router
}

async function showCounter(app: App, ctx: Koa.Context): Promise<void> {
  const device = await readDevice(app, ctx, 'kasir')
  if (!device) return showPairing(app, ctx, 'kasir')
  await sendCounter(app, ctx, device)
}

async function sendCounter(app: App, ctx: Koa.Context, { accountId, name, mode }: Device): Promise<void> {
  const { displayName: shop } = await app.em({ accountId }).findOneOrFail(Account, accountId)
  const { config } = app
  const language = chooseLanguage(ctx, config)
  const lang = { lang: language }
  const addresses = { base: makePath(config, '/kasir'), receipts: makePath(config, '/kasir/receipt', lang) }
  const camera = cameraView(config, language, 'barcode')
  const body = counterView({
    language,
    shop,
    mode,
    device: name,
    ...addresses,
    camera,
    printer: assetPath(config, 'kasir-printer.js'),
    bills: assetPath(config, 'kasir-bills.js'),
  })
  allowManifest(ctx)
  allowCamera(ctx)
  sendPage(ctx, config, {
    language,
    title: counterTexts[language].title(shop),
    body,
    script: 'kasir.js',
    sheet: 'counter.css',
    manifest: makePath(config, '/kasir/manifest.webmanifest', lang),
    here: { path: '/kasir', query: {} },
  })
}

/** By default a worker controls the pages below its own address; the counter is one level above. */
async function sendWorker({ config }: App, ctx: Koa.Context): Promise<void> {
  ctx.set('Service-Worker-Allowed', makePath(config, '/kasir'))
  await sendAsset(ctx, 'kasir-worker.js')
}

/**
 * Sends the manifest with which a browser installs the page. Browsers request it without cookies, so it lacks the
 * shop's name.
 */
function sendManifest(app: App, ctx: Koa.Context): void {
  const { config } = app
  const language = chooseLanguage(ctx, config)
  const start = makePath(config, '/kasir')
  const name = { id: 'Kasir', en: 'Counter' }[language]
  ctx.body = JSON.stringify({
    id: start,
    name,
    short_name: name,
    lang: language,
    start_url: start,
    scope: start,
    display: 'standalone',
    background_color: '#f3f5f1',
    theme_color: '#f3f5f1',
    icons: [{ src: assetPath(config, 'icon.svg'), sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  })
  ctx.type = 'application/manifest+json'
}
