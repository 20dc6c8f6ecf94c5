import Router from '@koa/router'
import type Koa from 'koa'
import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { makePath } from '../../../web/parts/address.ts'
import { card } from '../../../web/parts/card.ts'
import { field, refusedBanner } from '../../../web/parts/forms.ts'
import { pageHeaders } from '../../../web/parts/frame.ts'
import { timeElement } from '../../../web/parts/moment.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import { admitVisitor, type Visit } from '../../../web/parts/visit.ts'
import { deleteView, saveView } from '../save-view.ts'
import { viewedLists } from '../saved-view.ts'
import { searchTexts } from '../texts/search-texts.ts'
import { formatHitAmount } from './own-finders.ts'
import { type HitGroup, searchCharactersMin, searchEverything } from './search-everything.ts'

const textMax = 200
/** The maximum number of hits per kind, on the page and below the field. */
const onPage = 12
const belowField = 4

const query = { name: 'q', id: 'search-q', type: 'search', maxlength: textMax } as const

const SearchQuery = z.object({ q: z.string().trim().max(textMax).default('') })
type ShownSearch = ViewContext<Visit, z.infer<typeof SearchQuery>, HitGroup[]>

/** Shows everything that a text finds, for browsers without a script, and for more hits than fit below the field. */
export const searchPage = definePage({
  path: '/dashboard/search',
  role: 'read',
  input: SearchQuery,
  load: (app, visit, { q }) => searchEverything(app, visit, q, onPage),
  view({ app, language, loaded, input, refusal, to, visit }: ShownSearch) {
    const say = searchTexts[language]
    return {
      title: say.title,
      body: html`<h1>${say.title}</h1>
        ${refusedBanner({ language, refusal })}
        ${card(
          null,
          html`<form class="inline search" method="get" action="${to('/dashboard/search')}" role="search">
            ${field({ ...query, label: say.label, value: input.q, isFocused: input.q === '' })}
            <button class="button quiet">${say.search}</button>
          </form><p><small>${say.lead}</small></p>`,
        )}
        ${input.q.length >= searchCharactersMin && card(null, resultList(app, visit, input.q, loaded))}`,
    }
  },
  act: {
    save: {
      fields: z.object({
        list: z.enum(viewedLists),
        name: z.string().trim().min(1).max(40),
        query: z.string().max(600),
      }),
      async run(app, visit, { list, name, query }) {
        await saveView(app, { ...memberOf(visit), list }, { name, query })
        return { to: `/dashboard/${list}${query && `?${query}`}`, done: 'saved' }
      },
    },
    remove: {
      fields: z.object({ list: z.enum(viewedLists), view: z.coerce.number().int().positive() }),
      async run(app, visit, { list, view }) {
        await deleteView(app, memberOf(visit), view)
        return { to: `/dashboard/${list}`, done: 'removed' }
      },
    },
  },
})

const memberOf = ({ account, session }: Visit) => ({ accountId: account.id, userId: session.userId })

/** Serves the hits below the search field, as a part of a page. */
export function createSearchRouter(app: App): Router {
  const router = new Router()
  router.get('/dashboard/find', pageHeaders, async ctx => {
    const visit = await findVisit(app, ctx as Koa.Context)
    if (visit === null) {
      ctx.status = 401
      return
    }
    const { success, data } = SearchQuery.safeParse({ q: ctx.query.q })
    const text = success ? data.q : ''
    const results = await searchEverything(app, visit, text, belowField)
    ctx.type = 'html'
    ctx.body = String(text.length < searchCharactersMin ? html`` : resultList(app, visit, text, results))
  })
  return router
}

async function findVisit(app: App, ctx: Koa.Context): Promise<Visit | null> {
  try {
    const visit = await admitVisitor(app, ctx, 'read')
    return 'account' in visit ? visit : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

function resultList(app: App, { language }: Visit, text: string, results: readonly HitGroup[]): Html {
  if (results.length === 0) return html`<p>${searchTexts[language].nothing(text)}</p>`
  return html`${results.map(({ title, hits }) => {
    const rows = hits.map(hit => {
      const aside = [formatHitAmount(hit), hit.at && timeElement(app, language, hit.at)].filter(Boolean)
      const side =
        aside.length > 0 && html`<span class="hit-side">${aside.map(one => html`<span>${one}</span>`)}</span>`
      return html`<li><a class="hit" href="${makePath(app.config, hit.path)}">
        <span><b>${hit.title}</b>${hit.note && html`<small>${hit.note}</small>`}</span>${side}</a></li>`
    })
    return html`<h2>${title}</h2><ul class="hits">${rows}</ul>`
  })}`
}

/** Renders the search field in the bar of each page. */
export function drawSearch(app: App, { language }: Visit): Html {
  const say = searchTexts[language]
  return html`<form class="find" method="get" action="${makePath(app.config, '/dashboard/search')}" role="search"
    aria-label="${say.label}">
    <label class="unseen" for="find">${say.label}</label>
    <input id="find" name="q" type="search" maxlength="${textMax}" placeholder="${say.placeholder}" autocomplete="off"
      data-find="${makePath(app.config, '/dashboard/find')}" data-results="${say.results}">
  </form>`
}
