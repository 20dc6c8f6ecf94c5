import Router from '@koa/router'
import { type Html, html } from '../lib/html.ts'
import type { Needs } from '../needs.ts'
import { assetPath } from './assets.ts'
import { pageHeaders, sendPage } from './frame.ts'
import { languageOf } from './language.ts'
import { texts } from './texts.ts'

export interface HomePageOptions {
  /** Addresses of what runs beside this page; whatever is not there is not offered. */
  chatUrl?: string | undefined
  dashboardUrl?: string | undefined
  docsUrl?: string | undefined
}

/** What stands at the address itself. In production it says what this is and no more. */
export function homePageRouter(app: Needs<'config'>, options: HomePageOptions = {}): Router {
  const router = new Router()
  router.get('/', pageHeaders, ctx => {
    const language = languageOf(ctx)
    const say = texts[language]
    const doors = [
      door(options.chatUrl, say.homeChat, say.homeChatText),
      door(options.dashboardUrl, say.homeDashboard, say.homeDashboardText),
      door(options.docsUrl, say.homeDocs, say.homeDocsText),
    ].filter(shown => shown !== null)
    sendPage(ctx, app.config, {
      language,
      title: say.homeTitle,
      summary: say.homeText,
      body: html`<main class="plain home"><section class="card"><h1><img src="${assetPath(app.config, 'icon.svg')}" width="40" height="40" alt="">${say.homeTitle}</h1><p>${say.homeText}</p><p>${say.homePaying}</p></section>
${doors.length > 0 && html`<section class="card"><h2>${say.homeTry}</h2>${!app.config.production && html`<p>${say.homeDemo}</p>`}<ul class="doors">${doors}</ul></section>`}</main>`,
      here: { path: '/', query: {} },
    })
  })
  return router
}

function door(address: string | undefined, name: string, text: string): Html | null {
  return address === undefined ? null : html`<li><a href="${address}"><b>${name}</b><small>${text}</small></a></li>`
}
