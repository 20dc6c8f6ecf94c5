import { type Html, html } from '../../../lib/html.ts'

export interface Rank {
  name: string
  /** In small letters beside the name. */
  note?: string | undefined
  value: number
  /** The value as it is read. */
  text: string
}

const ranksShown = 5

/** The first of a list of names, each with a bar as long as its value. */
export function rankChart(ranks: readonly Rank[]): Html {
  const most = Math.max(1, ...ranks.map(({ value }) => value))
  const rows = ranks.slice(0, ranksShown).map(({ name, note, value, text }) => {
    const long = Math.max(0.5, Math.round((1000 * Math.max(0, value)) / most) / 10)
    return html`<li>
      <span>${name}${note && html` <small>${note}</small>`}</span><b>${text}</b>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${long}" height="1"/></svg>
    </li>`
  })
  return html`<ol class="ranks">${rows}</ol>`
}
