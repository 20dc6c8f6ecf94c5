import { randomUUID } from 'node:crypto'
import type Koa from 'koa'
import { type Html, html } from '../../lib/html.ts'
import type { Needs } from '../../needs.ts'
import { makePath } from './address.ts'
import { linkButton } from './card.ts'
import { pageHeaders, sendPage } from './frame.ts'
import { chooseLanguage, type Language, languages } from './language.ts'
import { texts } from './texts.ts'

const retryS = 10

/** Turns an unexpected error into a page that reloads itself and shows a code that is also in the log. */
export function handleTrouble(app: Needs<'log' | 'config'>): Koa.Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const code = randomUUID().slice(0, 8)
      app.log.error({ err: error, code, path: ctx.path }, 'a page could not be shown')
      const language = chooseLanguage(ctx)
      const say = texts[language]
      ctx.set('Refresh', String(retryS))
      ctx.set('Retry-After', String(retryS))
      sendPage(
        ctx,
        app.config,
        {
          language,
          title: say.troubleTitle,
          body: html`<main class="plain"><section class="card"><h1>${say.troubleTitle}</h1><p>${say.troubleText}</p>
<p><small>${say.troubleCode}: <code>${code}</code></small></p></section></main>`,
          here: languageTarget(ctx),
        },
        503,
      )
    }
  }
}

/** Renders the page for an unknown payment, or a malformed id. */
export function renderUnknownPayment(app: Needs<'config'>, ctx: Koa.Context): void {
  renderUnknownPage(app, ctx, language => ({
    title: texts[language].paymentUnknownTitle,
    text: texts[language].paymentUnknownText,
  }))
}

/** Renders the page for a receipt that this installation did not issue. */
export function renderUnknownReceipt(app: Needs<'config'>, ctx: Koa.Context): void {
  renderUnknownPage(app, ctx, language => ({
    title: texts[language].receiptUnknownTitle,
    text: texts[language].receiptUnknownText(new URL(app.config.baseUrl).host),
  }))
}

/** Renders the page for a menu, a product or an order that does not exist, and for a disabled menu. */
export function renderUnknownMenu(app: Needs<'config'>, ctx: Koa.Context): void {
  renderUnknownPage(app, ctx, language => ({
    title: texts[language].menuUnknownTitle,
    text: texts[language].menuUnknownText,
  }))
}

/** Wraps all other middleware: shows a page for unknown addresses if the client accepts HTML. */
export function createNotFoundMiddleware(app: Needs<'config'>): Koa.Middleware {
  return async (ctx, next) => {
    await next()
    if (ctx.status !== 404 || ctx.body || !/\btext\/html\b/.test(ctx.get('Accept'))) return
    await pageHeaders(ctx, async () => {
      renderUnknownPage(app, ctx, language => ({
        title: texts[language].pageUnknownTitle,
        text: texts[language].pageUnknownText,
      }))
    })
  }
}

/**
 * Renders in both languages that a page does not exist, because the language of a stranger with a broken link is
 * unknown.
 */
export function renderUnknownPage(
  app: Needs<'config'>,
  ctx: Koa.Context,
  wordsIn: (language: Language) => { title: string; text: string },
): void {
  const language = chooseLanguage(ctx)
  const other = languages.find(candidate => candidate !== language)!
  const shownIn = (reader: Language): Html => {
    const { title, text } = wordsIn(reader)
    return html`<section class="card" lang="${reader}"><h1>${title}</h1><p>${text}</p></section>`
  }
  sendPage(
    ctx,
    app.config,
    {
      language,
      title: wordsIn(language).title,
      body: html`<main class="plain">${shownIn(language)}${shownIn(other)}
<p>${linkButton(makePath(app.config, '/', { lang: language }), texts[language].toHome, 'quiet')}</p></main>`,
      here: languageTarget(ctx),
    },
    404,
  )
}

function languageTarget(ctx: Koa.Context): { path: string; query: Record<string, string> } {
  const { invoice } = ctx.query
  return ctx.path === '/pay' && typeof invoice === 'string'
    ? { path: '/pay', query: { invoice: invoice.slice(0, 100) } }
    : { path: '/', query: {} }
}
