import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import type { Language } from './language.ts'

export interface Bar {
  label: string
  value: number
  /** The value of the bar behind it. */
  before?: number
  /** The label and the value as text. */
  text: string
}

export interface BarChart {
  language: Language
  bars: readonly Bar[]
  /** The trend as text, for people who cannot see the chart. */
  summary: string
  /** The labels below the bars, evenly spaced; by default the first and the last label. */
  marks?: readonly string[]
}

const height = 120
const step = 30
const steps = 2

/**
 * Renders bars on the server, on an axis of whole rupiah. With `chart.js` the value under the pointer is shown, and the
 * arrow keys move between bars; without it a browser shows each bar's text. The page also has the numbers in a table.
 */
export function barChart({ language, bars, summary, marks }: BarChart): Html {
  const most = niceMost(Math.max(...bars.map(({ value, before = 0 }) => Math.max(value, before))))
  const scale = Array.from({ length: steps + 1 }, (_, index) => shortRupiah(language, (most * (steps - index)) / steps))
  const below = marks ?? [bars[0]?.label ?? '', bars.at(-1)?.label ?? '']
  const size = html`viewBox="0 0 ${bars.length * step} ${height}" preserveAspectRatio="none"`
  return html`<figure class="chart" data-chart>
    <p class="reading" aria-hidden="true">&nbsp;</p>
    <div class="plot">
      <div class="scale" aria-hidden="true">${scale.map(text => html`<span>${text}</span>`)}</div>
      <svg role="img" aria-label="${summary}" ${size}>${gridLines(bars.length)}${bars.map(drawBar(most))}</svg>
    </div>
    <figcaption aria-hidden="true">${below.map(text => html`<span>${text}</span>`)}</figcaption>
  </figure>`
}

function gridLines(count: number): Html[] {
  return Array.from({ length: steps }, (_, index) => {
    const y = (index * height) / steps + 0.5
    return html`<line x1="0" x2="${count * step}" y1="${y}" y2="${y}"/>`
  })
}

function drawBar(most: number): (one: Bar, index: number) => Html {
  const tall = (value: number) => (value <= 0 ? 0 : Math.max(3, Math.round((value / most) * height)))
  return ({ value, before, text }, index) => {
    const at = index * step
    return html`<g class="bar">
      ${before !== undefined && barRect('before', { x: at + 1, width: step - 2 }, tall(before))}
      ${barRect('now', { x: at + 4, width: step - 8 }, tall(value))}
      <rect class="hit" x="${at}" y="0" width="${step}" height="${height}"><title>${text}</title></rect>
    </g>`
  }
}

function barRect(look: string, { x, width }: { x: number; width: number }, tall: number): Html {
  return html`<rect class="${look}" x="${x}" y="${height - tall}" width="${width}" height="${tall}"/>`
}

/** Returns a round number that is at least as large, and easily halved. */
function niceMost(most: number): number {
  if (most <= 0) return 1000
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 4, 6, 8, 10].map(times => times * power).find(nice => nice >= most)!
}

const units: Record<Language, readonly (readonly [number, string])[]> = {
  id: [
    [1e9, ' M'],
    [1e6, ' jt'],
    [1e3, ' rb'],
  ],
  en: [
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'K'],
  ],
}

/** Formats an amount such as `Rp 1,5 jt`, for axes on which the entire number does not fit. */
function shortRupiah(language: Language, amount: number): string {
  const unit = units[language].find(([size]) => amount >= size)
  if (!unit) return formatRupiah(amount)
  const number = new Intl.NumberFormat(language === 'id' ? 'id-ID' : 'en-GB', { maximumFractionDigits: 1 })
  return `Rp\u00a0${number.format(amount / unit[0])}${unit[1].replace(' ', '\u00a0')}`
}
