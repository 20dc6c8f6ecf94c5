import { type Html, html } from '../../lib/html.ts'
import { commonTexts } from './common-texts.ts'
import type { Language } from './language.ts'

export interface Pager {
  language: Language
  page: number
  hasMore: boolean
  address(page: number): string
}

/** Returns links to the previous and the next page, if they exist. */
export function pager({ language, page, hasMore, address }: Pager): Html | null {
  if (page === 1 && !hasMore) return null
  const say = commonTexts[language]
  const previous = page > 1 && html`<a rel="prev" href="${address(page - 1)}">${say.previous}</a>`
  const next = hasMore && html`<a rel="next" href="${address(page + 1)}">${say.next}</a>`
  return html`<nav class="beside" aria-label="${say.pages}">${previous || html`<span></span>`}${next}</nav>`
}

/** Renders a link to the entries after the last one shown, in lists that are not counted. */
export function olderLink(address: string | null | undefined | false, text: string): Html | null {
  return address ? html`<p><a href="${address}">${text}</a></p>` : null
}
