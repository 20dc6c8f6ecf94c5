import { type Html, html } from '../../lib/html.ts'
import { titleRow } from './card.ts'
import { commonTexts } from './common-texts.ts'
import { field, hiddenField } from './forms.ts'
import type { Language } from './language.ts'
import type { View } from './page.ts'
import { type Pager, pager } from './pager.ts'

export interface ListPage {
  language: Language
  title: string
  /** Buttons beside the title. */
  buttons?: Html | null | false
  /** Content below the title: what the page is for, and its own forms. */
  above?: Html | null | false
  /** Shown at the top of the list's card. */
  filter?: Html | null | false
  /** The rows, or the reason for an empty list. */
  list: Html
  pager: Pager
  /** The number of entries. */
  found: string
  /** The address of the same list as a file. */
  csv?: string | null
}

/** Renders a page with one list: its filter, a page of rows, links to the other pages, and the whole list as a file. */
export function listPage(page: ListPage): View {
  const { language, title, buttons, above, filter, list, found, csv } = page
  return {
    title,
    body: html`
      ${buttons === undefined ? html`<h1>${title}</h1>` : titleRow(title, buttons)}
      ${above}
      <section class="card">
        ${filter}
        <div data-fresh="list">
          ${list}
          ${pager(page.pager)}
          ${
            csv === undefined
              ? html`<p><small>${found}</small></p>`
              : html`<p class="beside">
                  <small>${found}</small>
                  ${csv !== null && html`<a href="${csv}">${commonTexts[language].csv}</a>`}
                </p>`
          }
        </div>
      </section>`,
  }
}

export interface SearchForm {
  language: Language
  action: string
  label: string
  value: string | undefined
  /** Other filters of the list, which the search preserves. */
  carried?: Record<string, string | undefined>
  /** Further fields of the form. */
  fields?: Html
}

/** Renders the search form of a list. */
export function searchForm({ language, action, label, value, carried = {}, fields }: SearchForm): Html {
  return html`<form class="inline" method="get" action="${action}" role="search">
    ${field({ name: 'search', label, type: 'search', value, maxlength: 200, isOptional: true })}
    ${fields}
    ${Object.entries(carried).map(([name, value]) => value && hiddenField(name, value))}
    <button class="button quiet">${commonTexts[language].search}</button>
  </form>`
}
