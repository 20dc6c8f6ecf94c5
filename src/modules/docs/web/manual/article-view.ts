import { type Html, html } from '../../../../lib/html.ts'
import type { Language } from '../../../../web/parts/language.ts'
import { renderMarkedText } from '../render-marked-text.ts'
import { type Article, type ArticleSlug, articleSlugs } from './article.ts'
import { manualEn } from './en.ts'
import { manualId } from './id.ts'

export const manual: Record<Language, Record<ArticleSlug, Article>> = { id: manualId, en: manualEn }

interface ArticleContext {
  language: Language
  to(path: string): string
  asset(name: string): string
}

/** Renders an article of the manual: steps with links to the right pages, and a picture of the screen. */
export function articleView({ language, to, asset }: ArticleContext, slug: ArticleSlug): { title: string; body: Html } {
  const { title, lead, steps, notes } = manual[language][slug]
  const next = articleSlugs[articleSlugs.indexOf(slug) + 1]
  const picture = asset(`manual-${slug}-${language}.webp`)
  return {
    title,
    body: html`<h1>${title}</h1><p class="lead">${lead}</p>
<div class="beside-picture"><div class="stack"><ol class="manual">${steps.map(
      ({ text, link }) =>
        html`<li>${renderEmphasis(text)}${link && html` <a href="${to(link[0])}">${link[1]}</a>`}</li>`,
    )}</ol>
${notes.map(note => html`<p class="note">${renderEmphasis(note)}</p>`)}
${next && html`<p><a href="${to(`/docs/manual/${next}`)}">${manual[language][next].title} →</a></p>`}</div>
<img class="screen" src="${picture}" width="390" height="780" alt="${title}" loading="lazy"></div>`,
  }
}

/** Returns all text of a page, for the search. */
export function extractArticleText(language: Language, slug: ArticleSlug): string {
  const { lead, steps, notes } = manual[language][slug]
  return [lead, ...steps.map(({ text }) => text), ...notes].join(' ').replaceAll('*', '')
}

/** Renders a sentence whose text between asterisks is a label on the screen. */
function renderEmphasis(sentence: string): Html[] {
  return renderMarkedText(sentence, '*', words => html`<b>${words}</b>`)
}
