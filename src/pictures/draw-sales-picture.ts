import type { OverlayOptions } from 'sharp'
import { sharp } from '../lib/sharp.ts'
import { drawLettering, type Lettering } from './lettering.ts'

/** The contents of a picture of a week's sales; all texts are already in the reader's language. */
export interface SalesPicture {
  shop: string
  title: string
  /** The bars, oldest first; the last one is the day that it is about. */
  bars: { label: string; amount: string; value: number }[]
  /** A mark for play money; null for none. */
  mark: string | null
}

const widthPx = 840
const heightPx = 640
const marginPx = 50
const headPx = 170
const chartTopPx = 250
const baselinePx = 550
const barPx = 70
const dark = '#1c1917'
const soft = '#57534e'
const strong = '#15803d'
const pale = '#86c79d'

/** Draws a PNG with one bar for each day. */
export async function drawSalesPicture({ shop, title, bars, mark }: SalesPicture): Promise<Buffer> {
  const [shopName, titleText, markText, ...words] = await Promise.all([
    drawLettering(shop, makeStyle('extraBold', 44, '#ffffff')),
    drawLettering(title, makeStyle('medium', 30, '#ffffff')),
    mark === null ? null : drawLettering(mark, makeStyle('extraBold', 24, '#fde68a')),
    ...bars.flatMap(({ label, amount }, at) => {
      const isLast = at === bars.length - 1
      return [
        drawLettering(amount, { ...makeStyle('extraBold', 24, isLast ? strong : dark), widthMaxPx: stepPx(bars) - 8 }),
        drawLettering(label, { ...makeStyle('medium', 26, isLast ? dark : soft), widthMaxPx: stepPx(bars) - 8 }),
      ]
    }),
  ])
  const heights = computeHeights(bars)
  const layers = [
    ...placeCentred(shopName, widthPx / 2, 74),
    ...placeCentred(titleText, widthPx / 2, 130),
    ...placeCentred(markText, widthPx / 2, 26),
    ...bars.flatMap((_, at) => [
      ...placeCentred(words[2 * at]!, middleOf(bars, at), baselinePx - heights[at]! - 24),
      ...placeCentred(words[2 * at + 1]!, middleOf(bars, at), baselinePx + 34),
    ]),
  ]
  return sharp(drawBackground(bars, heights)).composite(layers).flatten({ background: '#ffffff' }).png().toBuffer()
}

type Bars = SalesPicture['bars']

const stepPx = (bars: Bars) => (widthPx - 2 * marginPx) / bars.length
const middleOf = (bars: Bars, at: number) => marginPx + (at + 0.5) * stepPx(bars)

// A day with little revenue still has a visible bar.
function computeHeights(bars: Bars): number[] {
  const most = Math.max(...bars.map(({ value }) => value), 1)
  return bars.map(({ value }) =>
    value === 0 ? 0 : Math.max(6, Math.round(((baselinePx - chartTopPx) * value) / most)),
  )
}

function makeStyle(weight: 'medium' | 'extraBold', sizePx: number, colour: string) {
  return { weight, sizePx, colour, widthMaxPx: widthPx - 2 * marginPx }
}

function placeCentred(line: Lettering | null, xPx: number, yPx: number): OverlayOptions[] {
  if (!line) return []
  return [{ input: line.data, left: Math.round(xPx - line.width / 2), top: Math.round(yPx - line.height / 2) }]
}

function drawBackground(bars: Bars, heights: number[]): Buffer {
  const drawn = heights.map((height, at) => {
    const [x, y] = [middleOf(bars, at) - barPx / 2, baselinePx - height]
    const colour = at === bars.length - 1 ? strong : pale
    return `<rect x="${x}" y="${y}" width="${barPx}" height="${height}" rx="6" fill="${colour}"/>`
  })
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">
    <rect width="${widthPx}" height="${heightPx}" fill="#ffffff"/>
    <rect width="${widthPx}" height="${headPx}" fill="${strong}"/>${drawn.join('')}
    <rect x="${marginPx}" y="${baselinePx}" width="${widthPx - 2 * marginPx}" height="2" fill="#a8a29e"/></svg>`)
}
