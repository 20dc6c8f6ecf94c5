import { buffer } from 'node:stream/consumers'
import { createFairLanes } from '../../lib/fair-lanes.ts'
import { sharp } from '../../lib/sharp.ts'
import type { Needs } from '../../needs.ts'
import { drawLettering } from '../../pictures/lettering.ts'
import type { MenuColour, MenuPage } from './menu-page.ts'

/** The pictures of a menu page. */
export interface MenuPictures {
  /** Returns the cover picture, small enough to load quickly on a slow connection. */
  cover(page: Pick<MenuPage, 'accountId' | 'coverKey'>): Promise<Buffer>
  /** Returns the picture that chats show below a link to it. */
  share(page: Pick<MenuPage, 'accountId' | 'coverKey' | 'colour'>, shop: SharedShop): Promise<Buffer>
}

export interface SharedShop {
  name: string
  logoKey: string | null
}

const cover = { width: 960, height: 320 }
/** A phone that shows the page for the first time receives at most 60 KB. */
export const coverBytesMax = 24 * 1024
const qualities = [70, 55, 40, 25, 10, 1]
// The size to which chats crop: https://ogp.me defines none, but they show 1.91 to 1.
const share = { width: 1200, height: 630 }
const rememberedMax = 100
const turns = { width: 2, perKeyMax: 1, waitingPerKeyMax: 60, waitingMax: 300 }

/** Returns a renderer of menu pages' pictures, which caches the last hundred. */
export function createMenuPictures(app: Needs<'goods'>): MenuPictures {
  const lanes = createFairLanes(turns)
  const remembered = new Map<string, Promise<Buffer>>()
  const remember = (accountId: number, key: string, draw: () => Promise<Buffer>) => {
    const drawn = remembered.get(key) ?? lanes.run(accountId, draw)
    remembered.delete(key)
    remembered.set(key, drawn)
    drawn.catch(() => remembered.delete(key))
    if (remembered.size > rememberedMax) remembered.delete(remembered.keys().next().value!)
    return drawn
  }
  const read = async (key: string) => buffer(await app.goods.open('images', key))
  return {
    cover: ({ accountId, coverKey }) =>
      remember(accountId, `cover ${coverKey}`, async () => drawCover(await read(coverKey!))),
    share: ({ accountId, coverKey, colour }, { name, logoKey }) =>
      remember(accountId, `share ${coverKey} ${colour} ${logoKey} ${name}`, async () =>
        coverKey === null
          ? drawName(name, colour, logoKey === null ? null : await read(logoKey))
          : sharp(await read(coverKey))
              .resize({ ...share, fit: 'cover' })
              .jpeg({ quality: 80 })
              .toBuffer(),
      ),
  }
}

async function drawCover(bytes: Buffer): Promise<Buffer> {
  const cropped = await sharp(bytes)
    .resize({ ...cover, fit: 'cover' })
    .png()
    .toBuffer()
  for (const quality of qualities) {
    const drawn = await sharp(cropped).webp({ quality, effort: 5 }).toBuffer()
    if (drawn.length <= coverBytesMax) return drawn
  }
  return sharp(cropped).blur(4).webp({ quality: 1 }).toBuffer()
}

const grounds: Record<MenuColour, string> = {
  green: '#0b6b57',
  blue: '#1559a8',
  red: '#a8261d',
  orange: '#8f4300',
  purple: '#6a3ea8',
  pink: '#a3265f',
  brown: '#6f4a2b',
  black: '#26302d',
}

// If the font has no glyphs for a name, only the colour and the logo are drawn.
async function drawName(name: string, colour: MenuColour, logo: Buffer | null): Promise<Buffer> {
  const line = await drawLettering(name, {
    weight: 'extraBold',
    sizePx: 96,
    colour: '#ffffff',
    widthMaxPx: share.width - 160,
  })
  const sidePx = 220
  const mark = logo && (await onWhite(logo, sidePx))
  const heights = [mark ? sidePx : 0, line?.height ?? 0].filter(height => height > 0)
  let top = Math.round((share.height - heights.reduce((sum, height) => sum + height, 40 * (heights.length - 1))) / 2)
  const parts: { input: Buffer; left: number; top: number }[] = []
  if (mark) {
    parts.push({ input: mark, left: (share.width - sidePx) / 2, top })
    top += sidePx + 40
  }
  if (line) parts.push({ input: line.data, left: Math.round((share.width - line.width) / 2), top })
  return sharp({ create: { ...share, channels: 3, background: grounds[colour] } })
    .composite(parts)
    .jpeg({ quality: 86 })
    .toBuffer()
}

function onWhite(logo: Buffer, sidePx: number): Promise<Buffer> {
  const background = '#ffffff'
  return sharp(logo).resize(sidePx, sidePx, { fit: 'contain', background }).flatten({ background }).png().toBuffer()
}
