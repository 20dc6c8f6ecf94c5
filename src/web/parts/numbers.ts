import { type Html, html } from '../../lib/html.ts'
import { commonTexts } from './common-texts.ts'
import { copyIcon } from './icons.ts'
import type { Language } from './language.ts'

const digits = 6

/**
 * Renders the end of a long number, which distinguishes it from its neighbours. Copying and screen readers get the
 * whole number.
 */
export function renderShortNumber(number: string): Html {
  return html`<code class="short-number"><span>${number.slice(0, -digits)}</span>${number.slice(-digits)}</code>`
}

/** Renders a number with a button that copies it entirely, on a page with `dashboard.js`. */
export function renderCopyableNumber(language: Language, number: string, form: 'short' | 'whole' = 'short'): Html {
  const say = commonTexts[language]
  const words = html`data-copy="${number}" data-copied="${say.copied}" aria-label="${say.copyNumber(number)}"`
  const text = form === 'short' ? renderShortNumber(number) : html`<code class="whole-number">${number}</code>`
  const copy = html`<button type="button" class="copies" ${words} hidden>${copyIcon}</button>`
  return html`<span class="copied-number">${text}${copy}</span>`
}

/** Renders a text whose invoice and order numbers do not break across lines. */
export function renderUnbrokenNumbers(text: string | null): Html | null {
  if (text === null) return null
  const parts = text.split(/((?:INV|ORD)-[0-9A-Z-]+)/)
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<span class="unbroken">${part}</span>` : part))}`
}
