import type Koa from 'koa'
import { findCallerAddress } from '../../../http/caller-address.ts'
import { toRefusal } from '../../../http/errors.ts'
import { html } from '../../../lib/html.ts'
import type { App } from '../../../needs.ts'
import { makePath } from '../../../web/parts/address.ts'
import { writeCookie } from '../../../web/parts/cookies.ts'
import { hiddenField } from '../../../web/parts/forms.ts'
import { sendPage } from '../../../web/parts/frame.ts'
import { chooseLanguage } from '../../../web/parts/language.ts'
import { redirectTo } from '../../menu/web/cart-form.ts'
import { readParam } from '../../menu/web/with-shop.ts'
import { enterDashboard } from '../enter-dashboard.ts'
import { appTexts } from '../texts/app-texts.ts'

/**
 * Serves the first page of the platform bot's Mini App. Its script posts Telegram's data, but only in a web view of its
 * apps: browsers send no cookie to a frame, and in a browser another person's link would sign its reader in as that
 * person.
 */
export function showDashboardDoor(app: App, ctx: Koa.Context, status = 200): void {
  const language = chooseLanguage(ctx)
  const say = appTexts[language]
  const action = makePath(app.config, `/t/${readParam(ctx, 'bot')}/enter`)
  const dashboard = makePath(app.config, '/dashboard')
  const title = status === 200 ? say.dashboard : say.overTitle
  const text = status === 200 ? say.dashboardOutside : say.dashboardRefused
  // Outside a web view it opens in a separate browser.
  const link = html`<a class="button" href="${dashboard}" target="_blank" rel="noopener">${say.dashboard}</a>`
  const form =
    status === 200 &&
    html`<form id="enter" method="post" action="${action}" data-outside="" data-needs="native">
      ${hiddenField('init_data', '')}</form>`
  const body = html`<main class="plain"><section class="card"><h1>${title}</h1>
    <p id="opening" hidden>${say.dashboardOpening}</p>
    <div id="outside"><p>${text}</p>${link}</div>
    ${form}
  </section></main>`
  const more = { sheet: 'mini-app.css', script: 'mini-app-enter.js', here: { path: ctx.path, query: {} } }
  sendPage(ctx, app.config, { language, title, body, ...more }, status)
}

/** Signs a merchant in and redirects to the dashboard, or to the second step. Answers 401 for any problem. */
export async function exchangeForDashboard(app: App, ctx: Koa.Context, initData: string): Promise<void> {
  const caller = { address: findCallerAddress(ctx), userAgent: ctx.get('user-agent') }
  try {
    const { token, secondStep } = await enterDashboard(app, readParam(ctx, 'bot'), { initData, ...caller })
    writeCookie(app.config, ctx, 'merchant', token)
    redirectTo(ctx, makePath(app.config, secondStep === 'none' ? '/dashboard' : '/sign-in/code'))
  } catch (error) {
    if (toRefusal(ctx, error)?.code !== 'unauthorized') throw error
    showDashboardDoor(app, ctx, 401)
  }
}
