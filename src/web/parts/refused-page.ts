import { randomUUID } from 'node:crypto'
import type Koa from 'koa'
import { refusals, toRefusal } from '../../http/errors.ts'
import { writeRetryAfter } from '../../http/retry-after.ts'
import { html } from '../../lib/html.ts'
import type { Refusal } from '../../lib/refusal.ts'
import { refusalTexts } from '../../lib/refusals/refusal-texts.ts'
import type { Needs } from '../../needs.ts'
import { makePath } from './address.ts'
import { commonTexts } from './common-texts.ts'
import { describeRefusal } from './forms.ts'
import { sendPage } from './frame.ts'
import { chooseLanguage } from './language.ts'

/** Renders the page for an error. An unexpected one is logged under a code that the page shows. */
export function renderRefusal(app: Needs<'config' | 'log'>, ctx: Koa.Context, error: unknown): void {
  const refusal = toRefusal(ctx, error)
  const code = refusal ? null : randomUUID().slice(0, 8)
  if (code) app.log.error({ err: error, code, path: ctx.path }, 'a page could not be shown')
  writeRetryAfter(ctx, refusal)
  const language = chooseLanguage(ctx, app.config)
  const say = commonTexts[language]
  const title = refusal ? describeRefusal(language, refusal) : say.brokenTitle
  const home = makePath(app.config, ctx.path.startsWith('/operator') ? '/operator' : '/dashboard')
  const body = html`<main class="plain">
    <section class="card">
      <h1>${title}</h1>
      ${code && html`<p>${say.brokenText} <code>${code}</code></p>`}
      <p><a href="${home}">${say.toDashboard}</a></p>
    </section>
  </main>`
  const status = refusal ? findRefusalStatus(refusal) : 500
  sendPage(ctx, app.config, { language, title, body, here: { path: '/dashboard', query: {} } }, status)
}

/** Returns the status of a refusal's page. Something missing here will still be missing later, so it is not a 503. */
export function findRefusalStatus({ code, retryAfterS }: Refusal): number {
  if (code === 'forbidden') return 403
  return code === 'unavailable' && retryAfterS === undefined ? 409 : refusals[code].status
}

const crowdRetryAfterS = 2

/**
 * Answers a form that is one too many with a sentence instead of a page, because rendering pages for a crowd would
 * delay everyone else.
 */
export function answerRateLimited(app: Needs<'config'>, ctx: Koa.Context): void {
  ctx.status = 503
  ctx.set('Retry-After', String(crowdRetryAfterS))
  ctx.body = refusalTexts[chooseLanguage(ctx, app.config)].onPages.unavailable
}
