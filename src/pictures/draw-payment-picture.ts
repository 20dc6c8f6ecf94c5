import type { OverlayOptions } from 'sharp'
import { sharp } from '../lib/sharp.ts'
import { qrisMark, qrisMarkSize } from '../qris/mark.ts'
import { qrPng } from '../qris/picture.ts'
import { drawLettering, type Lettering, type LetteringStyle } from './lettering.ts'

/** The contents of a payment's picture; all texts are already in the reader's language. */
export interface PaymentPicture {
  merchantName: string
  /** The line below the name, at the bottom: the NMID, or an invoice. */
  subtitle: string
  /** The text above the amount. */
  amountLabel: string
  amount: string
  /** The text below the amount: the deadline, or when it was paid. */
  footer: string
  /** The text in the corner, for play money; null for none. */
  ribbon: string | null
  body: PictureBody
}

export type PictureBody =
  | { is: 'code'; qris: string }
  /** Without a code: money is sent to a number. */
  | { is: 'number'; label: string; number: string; hint: string }
  | { is: 'paid'; word: string }
  | { is: 'ended'; word: string; hint: string }

/** The size in pixels. At least 720 wide, so that a banking app can still read a picture saved to the gallery. */
export const pictureSizePx = { width: 840, height: 1180 }

const { width, height } = pictureSizePx
const headerPx = 262
const bodyTopPx = headerPx + 4
const bodyPx = 730
const codeMinPx = 660
const marginPx = 60

const inks = { code: '#115e59', number: '#115e59', paid: '#15803d', ended: '#57534e' }
const dark = '#1c1917'
const soft = '#57534e'

/** Draws a PNG of 840 × 1180 pixels: amount, deadline, the code with its quiet zone, and the payee. */
export async function drawPaymentPicture(picture: PaymentPicture): Promise<Buffer> {
  const ink = inks[picture.body.is]
  const layers = await Promise.all([
    markPlate(picture.body),
    drawRibbon(picture.ribbon),
    drawCentred(picture.amountLabel, makeStyle('medium', 30, '#e7e5e4'), 92),
    drawCentred(picture.amount, makeStyle('extraBold', 84, '#ffffff'), 154),
    drawCentred(picture.footer, makeStyle('medium', 34, '#ffffff'), 224),
    ...drawBody(picture.body, ink),
    drawCentred(picture.merchantName, makeStyle('extraBold', 46, dark), 1060),
    drawCentred(picture.subtitle, makeStyle('medium', 28, soft), 1116),
  ])
  return (
    sharp(drawBackground(ink))
      .composite(layers.flat())
      .flatten({ background: '#ffffff' })
      // A palette would save 30 KB and take ten times as long.
      .png({ compressionLevel: 6 })
      .toBuffer()
  )
}

function makeStyle(weight: LetteringStyle['weight'], sizePx: number, colour: string): LetteringStyle {
  return { weight, sizePx, colour, widthMaxPx: width - 2 * marginPx }
}

function drawBody(body: PictureBody, ink: string): Promise<OverlayOptions[]>[] {
  switch (body.is) {
    case 'code':
      return [placeCode(body.qris)]
    case 'number':
      return [
        drawMark(walletMark(ink)),
        drawCentred(body.label, makeStyle('medium', 36, soft), bodyTopPx + 430),
        drawCentred(body.number, makeStyle('extraBold', 76, dark), bodyTopPx + 510),
        drawCentred(body.hint, makeStyle('medium', 30, ink), bodyTopPx + 600),
      ]
    case 'paid':
      return [drawMark(checkMark(ink)), drawCentred(body.word, makeStyle('extraBold', 120, ink), bodyTopPx + 580)]
    case 'ended':
      return [
        drawMark(crossMark(ink)),
        drawCentred(body.word, makeStyle('extraBold', 80, ink), bodyTopPx + 560),
        drawCentred(body.hint, makeStyle('medium', 34, soft), bodyTopPx + 640),
      ]
  }
}

async function placeCode(qris: string): Promise<OverlayOptions[]> {
  const input = qrPng(qris, { minPx: codeMinPx })
  const { width: sidePx } = await sharp(input).metadata()
  return [
    { input, left: Math.round((width - sidePx) / 2), top: bodyTopPx + Math.max(0, Math.round((bodyPx - sidePx) / 2)) },
  ]
}

async function drawCentred(text: string, look: LetteringStyle, middlePx: number): Promise<OverlayOptions[]> {
  return placeLine(await drawLettering(text, look), width / 2, middlePx)
}

async function drawRibbon(text: string | null): Promise<OverlayOptions[]> {
  if (text === null) return []
  const line = await drawLettering(text, { ...makeStyle('extraBold', 24, '#ffffff'), widthMaxPx: 220 })
  const wide = (line?.width ?? 0) + 36
  const left = width - marginPx / 2 - wide
  const plate = makeSvg(wide, 40, `<rect width="${wide}" height="40" rx="20" fill="#b45309"/>`)
  return [{ input: plate, left, top: 20 }, ...placeLine(line, left + wide / 2, 40)]
}

// In the picture itself, because in a gallery nothing else explains how to scan it.
function markPlate(body: PictureBody): OverlayOptions[] {
  if (body.is !== 'code') return []
  const { width: wide, height: high } = qrisMarkSize
  const mark = `<rect width="${wide + 20}" height="${high + 12}" rx="10" fill="#ffffff"/>
    <g transform="translate(10 6)">${qrisMark}</g>`
  return [{ input: makeSvg(wide + 20, high + 12, mark), left: marginPx / 2, top: 16 }]
}

function placeLine(line: Lettering | null, centrePx: number, middlePx: number): OverlayOptions[] {
  if (!line) return []
  return [
    { input: line.data, left: Math.round(centrePx - line.width / 2), top: Math.round(middlePx - line.height / 2) },
  ]
}

function drawBackground(ink: string): Buffer {
  return makeSvg(
    width,
    height,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>
     <rect width="${width}" height="${headerPx}" fill="${ink}"/>
     <rect x="${marginPx}" y="1012" width="${width - 2 * marginPx}" height="2" fill="#e7e5e4"/>
     <rect y="${height - 12}" width="${width}" height="12" fill="${ink}"/>`,
  )
}

async function drawMark(shapes: string): Promise<OverlayOptions[]> {
  const sidePx = 400
  return [
    {
      input: makeSvg(sidePx, sidePx, `<g transform="scale(${sidePx / 100})">${shapes}</g>`),
      left: (width - sidePx) / 2,
      top: bodyTopPx + 80,
    },
  ]
}

function checkMark(ink: string): string {
  return `<circle cx="50" cy="50" r="46" fill="${ink}"/>
    <path d="M28 52 44 68 73 35" fill="none" stroke="#ffffff" stroke-width="10"
      stroke-linecap="round" stroke-linejoin="round"/>`
}

function crossMark(ink: string): string {
  return `<circle cx="50" cy="50" r="42" fill="none" stroke="${ink}" stroke-width="7"/>
    <path d="M34 34 66 66M66 34 34 66" fill="none" stroke="${ink}" stroke-width="7" stroke-linecap="round"/>`
}

function walletMark(ink: string): string {
  return `<g transform="translate(14 6) scale(.72)"><rect x="6" y="22" width="88" height="64" rx="10" fill="${ink}"/>
    <path d="M14 22 70 6a6 6 0 0 1 8 6v10" fill="none" stroke="${ink}" stroke-width="6"/>
    <rect x="60" y="44" width="40" height="22" rx="11" fill="#ffffff" stroke="${ink}" stroke-width="4"/>
    <circle cx="72" cy="55" r="4.5" fill="${ink}"/></g>`
}

function makeSvg(wide: number, high: number, shapes: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}">${shapes}</svg>`)
}
