import type Koa from 'koa'
import type { Refusal } from '../../lib/refusal.ts'
import { reasonOf } from '../../lib/refusals/refusal-texts.ts'
import type { App } from '../../needs.ts'
import { pathTo } from './address.ts'
import { assetPath } from './assets.ts'
import { writeCookie } from './cookies.ts'
import { againOf, enter, hereOf, isRecent } from './gate.ts'
import { languageOf } from './language.ts'
import type { AnyPage, View } from './page.ts'
import { passwordView } from './password-view.ts'
import { answerRefused } from './refused-page.ts'
import { sendShell } from './shell.ts'
import type { Guest, Person } from './visit.ts'

/** Shows a page. A language chosen in the address is stored in a cookie. */
export async function answerGet(app: App, one: AnyPage, ctx: Koa.Context): Promise<void> {
  try {
    if (typeof ctx.query.lang === 'string') writeCookie(app.config, ctx, 'language', languageOf(ctx))
    const entered = await enter(app, one, ctx)
    if (!entered) return
    const { visit, input } = entered
    const view =
      one.isSecret && !isRecent(app, visit as Person)
        ? passwordView(visit, { action: hereOf(app, ctx), again: againOf(app, ctx), kept: {}, refusal: null })
        : await drawPage(app, one, { visit, input })
    sendShell(app, ctx, { visit, view })
  } catch (error) {
    answerRefused(app, ctx, error)
  }
}

interface Drawn {
  visit: Guest
  input: unknown
  refusal?: Refusal
  given?: Record<string, string>
}

/** Loads what a page shows and draws its view. */
export async function drawPage(app: App, one: AnyPage, { visit, input, refusal, given }: Drawn): Promise<View> {
  const loaded = await one.load(app, visit, input)
  return one.view({
    app,
    visit,
    input,
    loaded,
    language: visit.language,
    to: (path, query = {}) => pathTo(app.config, path, present(query)),
    asset: name => assetPath(app.config, name),
    refusal: refusal ?? null,
    given: given ?? {},
    fieldErrors: (refusal?.fields ?? []).map(wrong => ({ ...wrong, said: reasonOf(visit.language, wrong) })),
  })
}

function present(query: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1])))
}
