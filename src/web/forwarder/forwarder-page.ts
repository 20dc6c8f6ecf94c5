import Router from '@koa/router'
import type Koa from 'koa'
import { z } from 'zod'
import { type Apk, findApk } from '../../connections/pairing/find-apk.ts'
import { pairPhone } from '../../connections/pairing/pair-phone.ts'
import { readPairingCode } from '../../connections/pairing/pairing-code.ts'
import { findCallerAddress } from '../../http/caller-address.ts'
import { answerError } from '../../http/errors.ts'
import { createRateLimit } from '../../http/rate-limit.ts'
import { readJson } from '../../http/read-json.ts'
import { type Html, html } from '../../lib/html.ts'
import { refuseField } from '../../lib/refusal.ts'
import { isStorable } from '../../lib/storable.ts'
import type { App } from '../../needs.ts'
import { makePath } from '../parts/address.ts'
import { card } from '../parts/card.ts'
import { banner } from '../parts/forms.ts'
import { pageHeaders, sendPage } from '../parts/frame.ts'
import { chooseLanguage, type Language } from '../parts/language.ts'
import { handleTrouble } from '../parts/trouble-pages.ts'
import { limitRate } from '../pay/limit-rate.ts'
import { forwarderTexts } from './forwarder-texts.ts'
import { recipesView } from './recipes-view.ts'

const downloadsPerS = 1
const downloadsBurst = 20
const pairBytesMax = 4_096

/**
 * Serves the public pages of the phone's app: how to install it, alternatives to it, and the exchange of a pairing code
 * for a key. Opening a page pairs nothing, because chats open every link for its preview.
 */
export function createForwarderRouter(app: App): Router {
  const router = new Router()
  router.use(['/forwarder', '/forwarder/ways'], pageHeaders, handleTrouble(app))
  router.get('/forwarder', async ctx => showForwarder(app, ctx as Koa.Context, await findApk()))
  router.get('/forwarder/ways', ctx => showWays(app, ctx as Koa.Context))
  router.get(apkPath, limitRate(createRateLimit(downloadsPerS, downloadsBurst)), ctx => sendApk(ctx as Koa.Context))
  router.post('/forwarder/pair', ctx => answerPairing(app, ctx as Koa.Context))
  return router
}

const apkPath = '/forwarder/warung-forwarder.apk'

function showForwarder(app: App, ctx: Koa.Context, apk: Apk | null): void {
  const language = chooseLanguage(ctx, app.config)
  const say = forwarderTexts[language]
  const code = typeof ctx.query.code === 'string' ? ctx.query.code : null
  const refusals = say.refusals.map(([name, text]) => html`<p><b>${name}.</b> ${text}</p>`)
  const body = html`<main class="plain">
    <h1>${say.title}</h1>
    <p>${say.intro}</p>
    <p>${say.server} <b data-testid="server">${new URL(app.config.baseUrl).host}</b></p>
    ${app.config.baseUrl.startsWith('http:') && banner('warn', say.plainHttp)}
    ${card(say.before, html`${refusals}`)}
    ${card(say.stepGet, getView(app, language, apk))}
    ${card(say.stepPair, pairView(app, language, code))}
    ${card(say.stepLights, html`<p>${say.lightsText}</p>`)}
  </main>`
  const here = { path: '/forwarder', query: code === null ? {} : { code: code.slice(0, codeMax) } }
  sendPage(ctx, app.config, { language, title: say.title, body, here })
}

function getView(app: App, language: Language, apk: Apk | null): Html {
  const say = forwarderTexts[language]
  const ways = html`<p><a href="${makePath(app.config, '/forwarder/ways', { lang: language })}">${say.ways}</a></p>`
  if (!apk) return html`<p data-testid="no-apk">${say.noApk}</p>${ways}`
  return html`<p><a class="button" href="${makePath(app.config, apkPath)}" download>${say.download(apk.version)}</a></p>
    <p><small>${say.hash}: <code data-testid="sha256">${apk.sha256}</code>. ${say.hashText}</small></p>
    ${ways}`
}

function pairView(app: App, language: Language, code: string | null): Html {
  const say = forwarderTexts[language]
  if (code === null) return html`<p>${say.noCode}</p>`
  const read = readPairingCode(code)
  // Only the exchange verifies the signature: this page reveals nothing about a code.
  if (!read || app.now().getTime() >= read.endsAtS * 1000) return banner('stop', say.oldCode)
  const target = `pair?server=${encodeURIComponent(new URL(app.config.baseUrl).origin)}&code=${code}`
  const intent = `intent://${target}#Intent;scheme=warung;package=id.warung.forwarder;end`
  return html`<p>${say.pairText}</p>
    <p><a class="button" data-testid="pair" href="${intent}">${say.pair}</a></p>
    <p><small><a href="warung://${target}">${say.pairElse}</a></small></p>`
}

function showWays(app: App, ctx: Koa.Context): void {
  const language = chooseLanguage(ctx, app.config)
  const { title, body } = recipesView(language)
  sendPage(ctx, app.config, { language, title, body, here: { path: '/forwarder/ways', query: {} } })
}

async function sendApk(ctx: Koa.Context): Promise<void> {
  const apk = await findApk()
  if (!apk) {
    ctx.status = 404
    return
  }
  ctx.set({
    'Content-Type': 'application/vnd.android.package-archive',
    'Content-Disposition': `attachment; filename="warung-forwarder-${apk.version}.apk"`,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache',
  })
  ctx.body = apk.bytes
}

const codeMax = 200
const Pairing = z.object({
  code: z.string().min(1).max(codeMax),
  model: z.string().max(1_000).refine(isStorable).optional(),
})

async function answerPairing(app: App, ctx: Koa.Context): Promise<void> {
  ctx.set('Cache-Control', 'no-store')
  try {
    const read = Pairing.safeParse(await readJson(ctx.req, pairBytesMax))
    if (!read.success) throw refuseField('code', 'is the code of a pairing page', 'malformed')
    const { code, model } = read.data
    const name = model?.trim().slice(0, modelMax).toWellFormed() || null
    ctx.body = await pairPhone(app, { code, model: name, address: findCallerAddress(ctx) })
  } catch (error) {
    answerError(ctx, error, app.log)
  }
}

const modelMax = 100
