import { createRequire } from 'node:module'
import path from 'node:path'
import { toPlainLine } from '../lib/plain-text.ts'
import { sharp } from '../lib/sharp.ts'

/** A line of text as pixels, without margins. */
export interface Lettering {
  data: Buffer
  width: number
  height: number
}

export interface LetteringStyle {
  sizePx: number
  weight: keyof typeof fonts
  /** The colour, `#rrggbb`. */
  colour: string
  /** The maximum width; a longer line is drawn smaller and, if that does not suffice, cut. */
  widthMaxPx: number
}

const folder = path.dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/plus-jakarta-sans/package.json'))

// The font is included, because a server has none.
const fonts = {
  medium: { name: 'Plus Jakarta Sans Medium', file: '500Medium/PlusJakartaSans_500Medium.ttf' },
  extraBold: { name: 'Plus Jakarta Sans ExtraBold', file: '800ExtraBold/PlusJakartaSans_800ExtraBold.ttf' },
}
const smallestShare = 0.6

/** Draws one line; null for a text without any drawable character. */
export async function drawLettering(text: string, style: LetteringStyle): Promise<Lettering | null> {
  const line = toDrawable(text)
  if (line === '') return null
  const set = await drawText(line, style, style.sizePx)
  if (set.width <= style.widthMaxPx) return set
  const share = style.widthMaxPx / set.width
  if (share >= smallestShare) return drawText(line, style, Math.floor(style.sizePx * share))
  const kept = [...line].slice(0, Math.floor([...line].length * (share / smallestShare) * 0.95))
  const cut = await drawText(`${kept.join('').trimEnd()}…`, style, Math.floor(style.sizePx * smallestShare))
  return cut.width <= style.widthMaxPx ? cut : drawLettering(kept.slice(0, -3).join(''), style)
}

// Characters that the font lacks would be drawn as boxes.
function toDrawable(text: string): string {
  return toPlainLine(text)
    .normalize('NFKC')
    .replace(/[^\u0020-\u024f\u1e00-\u1eff\u2010-\u2026\u20ac]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

async function drawText(line: string, { weight, colour }: LetteringStyle, sizePx: number): Promise<Lettering> {
  const { name, file } = fonts[weight]
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${withWideSpaces(escapeMarkup(line), sizePx)}</span>`,
      font: `${name} ${sizePx}`,
      fontfile: path.join(folder, file),
      rgba: true,
      dpi: 72,
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

// The font's own space is so narrow that two bold words read as one. Pango counts in 1/1024 of a point.
function withWideSpaces(markup: string, sizePx: number): string {
  return markup.replaceAll(' ', `<span letter_spacing="${Math.round(sizePx * 0.18 * 1024)}"> </span>`)
}

function escapeMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
