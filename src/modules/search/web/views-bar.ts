import { type Html, html } from '../../../lib/html.ts'
import type { App } from '../../../needs.ts'
import { makePath } from '../../../web/parts/address.ts'
import { field, hiddenField } from '../../../web/parts/forms.ts'
import type { Visit } from '../../../web/parts/visit.ts'
import { listViews } from '../save-view.ts'
import type { ViewedList } from '../saved-view.ts'
import { searchTexts } from '../texts/search-texts.ts'

/** Renders the saved views of a list, and the form that saves the current one; nothing if there is neither. */
export async function drawViews(
  app: App,
  { account, session, language }: Visit,
  { list, query }: { list: ViewedList; query: Record<string, string | undefined> },
): Promise<Html | null> {
  const say = searchTexts[language]
  const views = await listViews(app, { accountId: account.id, userId: session.userId, list })
  const present = String(new URLSearchParams(Object.entries(query).filter(isSet)))
  const here = views.find(view => view.query === present)
  if (views.length === 0 && present === '') return null
  const links = views.map(view => {
    const address = makePath(app.config, `/dashboard/${list}`, Object.fromEntries(new URLSearchParams(view.query)))
    return html`<a class="chip-link" href="${address}"${view === here && html` aria-current="page"`}>${view.name}</a>`
  })
  return html`<div class="chips" role="group" aria-label="${say.views}">${links}${
    here ? removalForm(app, language, list, here) : present !== '' && savingForm(app, language, list, present)
  }</div>`
}

const isSet = (pair: [string, string | undefined]): pair is [string, string] => Boolean(pair[1])

function savingForm(app: App, language: Visit['language'], list: ViewedList, query: string): Html {
  const say = searchTexts[language]
  const action = makePath(app.config, '/dashboard/search')
  return html`<details class="chip-form"><summary class="chip-link">${say.saveThis}</summary>
    <form class="inline" method="post" action="${action}">
      ${hiddenField('act', 'save')}${hiddenField('list', list)}${hiddenField('query', query)}
      ${field({ name: 'name', id: 'view-name', label: say.name, maxlength: 40 })}
      <button class="button quiet">${say.save}</button>
    </form></details>`
}

function removalForm(
  app: App,
  language: Visit['language'],
  list: ViewedList,
  { id, name }: { id: number; name: string },
): Html {
  return html`<form method="post" action="${makePath(app.config, '/dashboard/search')}">
    ${hiddenField('act', 'remove')}${hiddenField('list', list)}${hiddenField('view', String(id))}
    <button class="link">${searchTexts[language].remove(name)}</button></form>`
}
