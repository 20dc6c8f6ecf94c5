import type Koa from 'koa'
import { toRefusal } from '../../http/errors.ts'
import { html } from '../../lib/html.ts'
import type { Refusal } from '../../lib/refusal.ts'
import { fieldReason } from '../../lib/refusals/refusal-texts.ts'
import type { App } from '../../needs.ts'
import { pathTo } from './address.ts'
import { assetPath } from './assets.ts'
import { card, linkButton } from './card.ts'
import { commonTexts } from './common-texts.ts'
import { writeCookie } from './cookies.ts'
import { currentAddress, enterPage, isRecent, reauthenticationAddress } from './gate.ts'
import { chooseLanguage } from './language.ts'
import type { AnyPage, View } from './page.ts'
import { passwordView } from './password-view.ts'
import { answerRefused } from './refused-page.ts'
import { sendShell } from './shell.ts'
import type { Guest, Person } from './visit.ts'

/** Shows a page. A language chosen in the address is stored in a cookie. */
export async function answerGet(app: App, one: AnyPage, ctx: Koa.Context): Promise<void> {
  let visit: Guest | null = null
  try {
    if (typeof ctx.query.lang === 'string') writeCookie(app.config, ctx, 'language', chooseLanguage(ctx))
    const entered = await enterPage(app, one, ctx)
    if (!entered) return
    visit = entered.visit
    const view =
      one.isSecret && !isRecent(app, visit as Person)
        ? passwordView(visit, {
            action: currentAddress(app, ctx),
            again: reauthenticationAddress(app, ctx),
            kept: {},
            refusal: null,
          })
        : await drawPage(app, one, { visit, input: entered.input })
    sendShell(app, ctx, { visit, view })
  } catch (error) {
    const refusal = toRefusal(ctx, error)
    if (visit && refusal?.code === 'not_found')
      sendShell(app, ctx, {
        visit,
        view: one.missing?.(visit.language) ?? missingView(app, visit, ctx.path),
        refusal,
      })
    else answerRefused(app, ctx, error)
  }
}

/** Renders, inside the frame, that something does not exist, with a link to its list. */
function missingView({ config }: App, { language }: Guest, path: string): View {
  const say = commonTexts[language]
  const list = path.replace(/\/[^/]*$/, '')
  return {
    title: say.missingTitle,
    body: html`<h1>${say.missingTitle}</h1>
      ${card(null, html`<p>${say.missingText}</p><p>${linkButton(pathTo(config, list), say.toList, 'quiet')}</p>`)}`,
  }
}

interface Drawn {
  visit: Guest
  input: unknown
  refusal?: Refusal
  given?: Record<string, string>
}

/** Loads a page's data and renders its view. */
export async function drawPage(app: App, one: AnyPage, { visit, input, refusal, given }: Drawn): Promise<View> {
  const loaded = await one.load(app, visit, input)
  return one.view({
    app,
    visit,
    input,
    loaded,
    language: visit.language,
    to: (path, query = {}) => pathTo(app.config, path, omitEmpty(query)),
    asset: name => assetPath(app.config, name),
    refusal: refusal ?? null,
    given: given ?? {},
    fieldErrors: (refusal?.fields ?? []).map(wrong => ({ ...wrong, said: fieldReason(visit.language, wrong) })),
  })
}

function omitEmpty(query: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1])))
}
