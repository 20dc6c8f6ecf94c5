import type { OverlayOptions } from 'sharp'
import { sharp } from '../lib/sharp.ts'
import { qrPng } from '../qris/picture.ts'
import { drawLettering, type Lettering } from './lettering.ts'

/** The contents of a receipt; all texts are already in the reader's language. */
export interface ReceiptPicture {
  shop: string
  title: string
  /** The lines below the title: order, invoice, time. */
  facts: string[]
  /** The lines with goods and amounts, including discounts and fees. */
  lines: { name: string; amount: string }[]
  total: { name: string; amount: string }
  /** The payment method and the reference. */
  footer: string[]
  /** The code at the end, which leads to the page that verifies the receipt. */
  check: { address: string; text: string }
  /** A mark that it is play money, or was refunded; null for none. */
  mark: string | null
}

const widthPx = 840
const marginPx = 60
const linePx = 52
const headPx = 190
const dark = '#1c1917'
const soft = '#57534e'
const paid = '#15803d'
const amountPx = 250
const codeMinPx = 220
/** The size of the text below the code. */
const checkPx = 60
/**
 * The maximum number of lines; further ones are only counted, because a picture of a hundred lines would be unreadable.
 */
const linesMax = 20

interface Row {
  left: Lettering | null
  right: Lettering | null
  /** Whether there is a rule above it. */
  isRuled: boolean
}

/** Draws a PNG 840 pixels wide, with the height of the receipt. */
export async function drawReceiptPicture(receipt: ReceiptPicture): Promise<Buffer> {
  const rows = await setRows(receipt)
  const rowsEndPx = headPx + rows.length * linePx + marginPx
  const code = qrPng(receipt.check.address, { minPx: codeMinPx, margin: 1 })
  const { width: codeWidthPx } = await sharp(code).metadata()
  const heightPx = rowsEndPx + codeWidthPx + checkPx + marginPx
  const [shop, title, check, mark] = await Promise.all([
    drawLettering(receipt.shop, makeStyle('extraBold', 48, '#ffffff')),
    drawLettering(receipt.title, makeStyle('medium', 32, '#ffffff')),
    drawLettering(receipt.check.text, makeStyle('medium', 26, soft)),
    receipt.mark === null ? null : drawLettering(receipt.mark, makeStyle('extraBold', 24, '#fde68a')),
  ])
  const layers = [
    ...placeCentred(shop, 76),
    ...placeCentred(title, 136),
    ...placeCentred(mark, 24),
    { input: code, left: Math.round((widthPx - codeWidthPx) / 2), top: rowsEndPx },
    ...placeCentred(check, rowsEndPx + codeWidthPx + 30),
    ...rows.flatMap((row, at) => placeRow(row, headPx + marginPx + at * linePx)),
  ]
  return sharp(drawBackground(heightPx, rows)).composite(layers).flatten({ background: '#ffffff' }).png().toBuffer()
}

async function setRows({ facts, lines, total, footer }: ReceiptPicture): Promise<Row[]> {
  const shown = lines.slice(0, linesMax)
  const more = lines.length - shown.length
  return Promise.all([
    ...facts.map(fact => setRow(fact, null, soft)),
    ...shown.map(({ name, amount }, at) => setRow(name, amount, dark, at === 0)),
    ...(more > 0 ? [setRow(`+ ${more}`, null, soft)] : []),
    setRow(total.name, total.amount, paid, true),
    ...footer.map((fact, at) => setRow(fact, null, soft, at === 0)),
  ])
}

async function setRow(left: string, right: string | null, colour: string, isRuled = false): Promise<Row> {
  const weight = colour === soft ? 'medium' : 'extraBold'
  const leftPx = widthPx - 2 * marginPx - (right === null ? 0 : amountPx)
  const [one, other] = await Promise.all([
    drawLettering(left, { ...makeStyle(weight, 30, colour), widthMaxPx: leftPx }),
    right === null ? null : drawLettering(right, { ...makeStyle(weight, 30, colour), widthMaxPx: amountPx - 20 }),
  ])
  return { left: one, right: other, isRuled }
}

function makeStyle(weight: 'medium' | 'extraBold', sizePx: number, colour: string) {
  return { weight, sizePx, colour, widthMaxPx: widthPx - 2 * marginPx }
}

function placeRow({ left, right }: Row, middlePx: number): OverlayOptions[] {
  return [
    ...(left ? [{ input: left.data, left: marginPx, top: Math.round(middlePx - left.height / 2) }] : []),
    ...(right
      ? [{ input: right.data, left: widthPx - marginPx - right.width, top: Math.round(middlePx - right.height / 2) }]
      : []),
  ]
}

function placeCentred(line: Lettering | null, middlePx: number): OverlayOptions[] {
  if (!line) return []
  return [
    { input: line.data, left: Math.round((widthPx - line.width) / 2), top: Math.round(middlePx - line.height / 2) },
  ]
}

function drawBackground(heightPx: number, rows: Row[]): Buffer {
  const rules = rows.flatMap(({ isRuled }, at) => {
    const y = headPx + marginPx + at * linePx - linePx / 2
    return isRuled
      ? [`<rect x="${marginPx}" y="${y}" width="${widthPx - 2 * marginPx}" height="2" fill="#e7e5e4"/>`]
      : []
  })
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">
    <rect width="${widthPx}" height="${heightPx}" fill="#ffffff"/>
    <rect width="${widthPx}" height="${headPx}" fill="${paid}"/>
    ${rules.join('')}<rect y="${heightPx - 12}" width="${widthPx}" height="12" fill="${paid}"/></svg>`)
}
