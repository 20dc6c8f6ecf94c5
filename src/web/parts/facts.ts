import { type Html, html } from '../../lib/html.ts'

export type Fact = readonly [name: string, value: string | number | Html | null | undefined]

/** Renders names and values, without entries that have no value. */
export function factList(entries: readonly Fact[]): Html {
  const filled = entries.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return html`<dl>${filled.map(factPair)}</dl>`
}

/** A large number, and what it is compared with. */
export type Figure = readonly [...Fact, before?: string]

/** Renders large numbers at the top of a page. */
export function figureList(entries: readonly Figure[]): Html {
  return html`<dl class="figures">${entries.map(factPair)}</dl>`
}

function factPair([name, value, before]: Figure): Html {
  const compared = before !== undefined && html`<dd class="before">${before}</dd>`
  return html`<div><dt>${name}</dt><dd>${value}</dd>${compared}</div>`
}
