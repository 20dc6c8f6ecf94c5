import type { EntityManager } from '@mikro-orm/postgresql'
import { type Acting, audit, byCommand } from '../accounts/audit.ts'
import { type Refusal, refuseField } from '../lib/refusal.ts'
import { sharp } from '../lib/sharp.ts'
import type { Needs } from '../needs.ts'
import { cleanName, hashOf } from './original.ts'
import { ProductImage } from './product-image.ts'

export interface NewImage {
  name: string
  /** JPEG, PNG, GIF or WebP. */
  bytes: Buffer
}

/**
 * Stores a product's picture, drawn anew, and returns its id: what came in is never served.
 * Refuses `invalid_image` and `image_too_large`.
 */
export async function addImage(
  app: Needs<'transaction' | 'config' | 'goods' | 'now'>,
  accountId: number,
  asked: NewImage,
  by: Acting = byCommand,
): Promise<number> {
  const drawn = await drawImage(app, asked)
  const storageKey = await app.goods.store('images', drawn.bytes)
  try {
    return await app.transaction({ accountId }, async tx => {
      const id = await keepImage(tx.em, accountId, { ...drawn, storageKey }, app.now())
      const detail = { name: drawn.name }
      await audit(app, tx, { accountId, ...by, act: 'image.added', subject: `image ${id}`, detail })
      return id
    })
  } catch (error) {
    await app.goods.drop('images', storageKey)
    throw error
  }
}

export interface DrawnImage {
  name: string
  sourceHash: Buffer
  bytes: Buffer
  width: number
  height: number
}

const sidePxMax = 1280
const quality = 85

/** Reads a picture and draws it anew as JPEG, 1280 pixels at most, upright, without anything else that was in the file. */
export async function drawImage(app: Needs<'config'>, { name, bytes }: NewImage): Promise<DrawnImage> {
  const { imageBytesMax, imagePixelsMax } = app.config.limits
  if (bytes.length > imageBytesMax) {
    throw refuseField('image', `has ${imageBytesMax} bytes at most`, 'image_too_large')
  }
  if (!isPicture(bytes)) throw refuseField('image', 'is a JPEG, PNG, GIF or WebP', 'invalid_image')
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: imagePixelsMax, failOn: 'error' })
      .rotate()
      .resize({ width: sidePxMax, height: sidePxMax, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality, mozjpeg: true })
      .toBuffer({ resolveWithObject: true })
    return { name: cleanName(name), sourceHash: hashOf(bytes), bytes: data, width: info.width, height: info.height }
  } catch (error) {
    throw refusalOf(error)
  }
}

// By their first bytes: the reader knows many more formats, some of which open other files.
function isPicture(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 12).toString('latin1')
  return (
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    start.startsWith('GIF8') ||
    (start.startsWith('RIFF') && start.endsWith('WEBP'))
  )
}

function refusalOf(error: unknown): Refusal {
  return /pixel limit/.test((error as Error).message)
    ? refuseField('image', 'has too many pixels', 'image_too_large')
    : refuseField('image', 'cannot be read', 'invalid_image')
}

/** Writes the row of a picture whose bytes are stored. */
export async function keepImage(
  em: EntityManager,
  accountId: number,
  image: DrawnImage & { storageKey: string },
  now: Date,
): Promise<number> {
  const stored = em.create(ProductImage, {
    account: accountId,
    originalName: image.name,
    sourceHash: image.sourceHash,
    storageKey: image.storageKey,
    fileSize: image.bytes.length,
    mimeType: 'image/jpeg',
    width: image.width,
    height: image.height,
    createdAt: now,
  })
  await em.flush()
  return stored.id
}

/** The active picture of the account of this fork that was drawn from the same bytes; null when there is none. */
export async function findSameImage(em: EntityManager, sourceHash: Buffer): Promise<number | null> {
  const found = await em.findOne(ProductImage, { sourceHash, isActive: true }, { orderBy: { id: 'asc' } })
  return found?.id ?? null
}
