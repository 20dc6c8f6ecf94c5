import { type Html, html } from '../../../lib/html.ts'

export interface Rank {
  name: string
  /** A note in small type beside the name. */
  note?: string | undefined
  value: number
  /** The formatted value. */
  text: string
}

const ranksShown = 5

/** Renders the first names of a list, each with a bar proportional to its value. */
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
