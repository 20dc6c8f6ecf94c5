import { sharp } from '../lib/sharp.ts'
import { drawLettering } from './lettering.ts'

const sidePx = 512
const ground = '#115e59'

/**
 * Draws a square JPEG that represents a shop in a list of chats: its logo on white, or its initials. Null if the font
 * lacks them.
 */
export async function drawShopSign(name: string, logo: Buffer | null): Promise<Buffer | null> {
  const sign = logo ? onWhite(logo) : await ofInitials(name)
  return sign === null ? null : sign.jpeg({ quality: 88 }).toBuffer()
}

function onWhite(logo: Buffer) {
  const background = '#ffffff'
  return sharp(logo).resize(sidePx, sidePx, { fit: 'contain', background }).flatten({ background })
}

async function ofInitials(name: string) {
  const style = { weight: 'extraBold' as const, sizePx: 200, colour: '#ffffff', widthMaxPx: sidePx * 0.75 }
  const line = await drawLettering(makeInitials(name), style)
  const square = sharp({ create: { width: sidePx, height: sidePx, channels: 3, background: ground } })
  return line && square.composite([{ input: line.data, gravity: 'centre' }])
}

function makeInitials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .slice(0, 2)
    .map(word => [...word][0])
    .join('')
    .toUpperCase()
}
