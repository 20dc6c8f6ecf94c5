import type Koa from 'koa'
import { toRefusal } from '../../http/errors.ts'
import { html } from '../../lib/html.ts'
import type { Refusal } from '../../lib/refusal.ts'
import { describeFieldProblem } from '../../lib/refusals/refusal-texts.ts'
import type { App } from '../../needs.ts'
import { makePath } from './address.ts'
import { assetPath } from './assets.ts'
import { card, linkButton } from './card.ts'
import { commonTexts } from './common-texts.ts'
import { writeCookie } from './cookies.ts'
import { currentAddress, enterPage, isRecentlyAuthenticated, reauthenticationAddress } from './gate.ts'
import { chooseLanguage } from './language.ts'
import type { AnyPage, View } from './page.ts'
import { passwordView } from './password-view.ts'
import { renderRefusal } from './refused-page.ts'
import { sendShell } from './shell.ts'
import type { Guest, Person } from './visit.ts'

/** Shows a page. A language chosen in the address is stored in a cookie. */
export async function answerGet(app: App, page: AnyPage, ctx: Koa.Context): Promise<void> {
  let visit: Guest | null = null
  try {
    if (typeof ctx.query.lang === 'string') writeCookie(app.config, ctx, 'language', chooseLanguage(ctx))
    const entered = await enterPage(app, page, ctx)
    if (!entered) return
    visit = entered.visit
    const view =
      page.isSecret && !isRecentlyAuthenticated(app, visit as Person)
        ? passwordView(visit, {
            action: currentAddress(app, ctx),
            again: reauthenticationAddress(app, ctx),
            kept: {},
            refusal: null,
          })
        : await drawPage(app, page, { visit, input: entered.input })
    sendShell(app, ctx, { visit, view })
  } catch (error) {
    const refusal = toRefusal(ctx, error)
    if (visit && refusal?.code === 'not_found')
      sendShell(app, ctx, {
        visit,
        view: page.missing?.(visit.language) ?? missingView(app, visit, ctx.path),
        refusal,
      })
    else renderRefusal(app, ctx, error)
  }
}

/** Renders, inside the frame, that something does not exist, with a link to its list. */
function missingView({ config }: App, { language }: Guest, path: string): View {
  const say = commonTexts[language]
  const list = path.replace(/\/[^/]*$/, '')
  return {
    title: say.missingTitle,
    body: html`<h1>${say.missingTitle}</h1>
      ${card(null, html`<p>${say.missingText}</p><p>${linkButton(makePath(config, list), say.toList, 'quiet')}</p>`)}`,
  }
}

interface Drawn {
  visit: Guest
  input: unknown
  refusal?: Refusal
  given?: Record<string, string>
}

/** Loads a page's data and renders its view. */
export async function drawPage(app: App, page: AnyPage, { visit, input, refusal, given }: Drawn): Promise<View> {
  const loaded = await page.load(app, visit, input)
  return page.view({
    app,
    visit,
    input,
    loaded,
    language: visit.language,
    to: (path, query = {}) => makePath(app.config, path, omitEmpty(query)),
    asset: name => assetPath(app.config, name),
    refusal: refusal ?? null,
    given: given ?? {},
    fieldErrors: (refusal?.fields ?? []).map(wrong => ({
      ...wrong,
      said: describeFieldProblem(visit.language, wrong),
    })),
  })
}

function omitEmpty(query: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1])))
}
