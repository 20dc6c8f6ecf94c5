import { type Html, html } from '../../lib/html.ts'

export interface Bar {
  label: string
  value: number
  /** The value as it is read. */
  text: string
}

export interface BarChart {
  bars: readonly Bar[]
  /** The trend in words, for people who cannot see the chart. */
  summary: string
  /** The title of the table of the numbers, and its two columns. */
  numbers: { title: string; label: string; value: string }
}

const height = 120
const step = 30
const gap = 8

/** Bars drawn on the server, with their numbers in a table below that opens. */
export function barChart({ bars, summary, numbers }: BarChart): Html {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const drawn = bars.map((bar, index) => barOf(bar, index, most))
  const size = html`viewBox="0 0 ${bars.length * step} ${height}" preserveAspectRatio="none"`
  return html`<figure class="chart">
      <svg role="img" aria-label="${summary}" ${size}>${drawn}</svg>
      <figcaption><span>${bars[0]?.label}</span><span>${bars.at(-1)?.label}</span></figcaption>
    </figure>
    <details><summary>${numbers.title}</summary>
      <table>
        <thead><tr><th>${numbers.label}</th><th class="money">${numbers.value}</th></tr></thead>
        <tbody>${bars.map(({ label, text }) => html`<tr><td>${label}</td><td class="money">${text}</td></tr>`)}</tbody>
      </table>
    </details>`
}

function barOf({ label, value, text }: Bar, index: number, most: number): Html {
  const tall = value === 0 ? 2 : Math.max(4, Math.round((value / most) * height))
  const place = html`x="${index * step + gap / 2}" y="${height - tall}" width="${step - gap}" height="${tall}"`
  return html`<rect ${place} rx="4"${value === 0 && html` class="none"`}><title>${label}: ${text}</title></rect>`
}
