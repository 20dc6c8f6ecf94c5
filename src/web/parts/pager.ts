import { type Html, html } from '../../lib/html.ts'
import { commonTexts } from './common-texts.ts'
import type { Language } from './language.ts'

export interface Pager {
  language: Language
  page: number
  hasMore: boolean
  address(page: number): string
}

/** Links to the page before and the one after, where there are such. */
export function pager({ language, page, hasMore, address }: Pager): Html | null {
  if (page === 1 && !hasMore) return null
  const say = commonTexts[language]
  return html`<nav class="beside" aria-label="${say.pages}">${page > 1 ? html`<a rel="prev" href="${address(page - 1)}">${say.previous}</a>` : html`<span></span>`}${hasMore && html`<a rel="next" href="${address(page + 1)}">${say.next}</a>`}</nav>`
}
