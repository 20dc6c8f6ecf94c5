import { type Html, html } from '../../lib/html.ts'
import { commonTexts } from './common-texts.ts'
import type { Language } from './language.ts'

/** Renders a part of a page in its own frame, with or without a title. */
export function card(title: string | Html | null, body: Html): Html {
  return html`<section class="card">${title !== null && html`<h2>${title}</h2>`}${body}</section>`
}

/** Renders the only card of a page, whose title is the page's. */
export function narrowCard(title: string, body: Html): Html {
  return html`<section class="card narrow"><h1>${title}</h1>${body}</section>`
}

/** Renders the link back to the list of a page, above its title. */
export function backLink(address: string, text: string): Html {
  return html`<p class="trail"><a href="${address}">${text}</a></p>`
}

/** Renders the title of a page with a chip or a button beside it. */
export function titleRow(title: string, extra: Html | null | false): Html {
  return html`<div class="head"><h1>${title}</h1>${extra}</div>`
}

export type ChipLook = 'good' | 'wait' | 'bad' | ''

/** Renders a state as a word. The colour only repeats the word. */
export function chip(look: ChipLook, text: string | number): Html {
  return html`<span class="status${look && ` ${look}`}">${text}</span>`
}

/** Renders a link styled as a button. */
export function linkButton(address: string, text: string, kind: 'main' | 'quiet' = 'main'): Html {
  return html`<a class="${kind === 'quiet' ? 'button quiet' : 'button'}" href="${address}">${text}</a>`
}

/** Renders the buttons beside a page's title: the main one, and others that a phone shows on request. */
export function foldedActions(language: Language, main: Html, others: readonly Html[]): Html {
  const { more } = commonTexts[language]
  return html`<div class="choices">${main}
    <button type="button" class="button quiet unfold" popovertarget="others">${more}</button>
    <div class="folded" id="others" popover>${others}</div>
  </div>`
}
