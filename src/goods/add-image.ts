import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import { sharp } from '../lib/sharp.ts'
import type { Needs } from '../needs.ts'
import { refuseLargePicture } from '../qris/refuse-large-picture.ts'
import { cleanName, hashBytes } from './original.ts'
import { ProductImage } from './product-image.ts'
import { refuseFullStorage, takeStorage } from './storage-room.ts'

export interface NewImage {
  name: string
  /** The bytes of a JPEG, PNG, GIF or WebP. */
  bytes: Buffer
}

/**
 * Stores a product's picture and returns its id. It is re-encoded, because the uploaded file is never served. Refuses
 * as `drawImage` and `refuseFullStorage` do.
 */
export async function addImage(
  app: Needs<'em' | 'transaction' | 'config' | 'goods' | 'images' | 'now'>,
  accountId: number,
  input: NewImage,
  by: Actor = commandActor,
): Promise<number> {
  const stored = await storeImage(app, accountId, input)
  try {
    return await addStoredImage(app, accountId, stored, by)
  } catch (error) {
    await app.goods.drop('images', stored.storageKey)
    throw error
  }
}

export interface StoredImage extends DrawnImage {
  storageKey: string
}

/** Re-encodes and stores a picture, under a given name if there is one. Refuses as `addImage` does. */
export async function storeImage(
  app: Needs<'em' | 'config' | 'goods' | 'images' | 'now'>,
  accountId: number,
  input: NewImage,
  name?: string,
): Promise<StoredImage> {
  // Its size is only known after encoding.
  await refuseFullStorage(app, accountId, { kind: 'images', bytes: 0 })
  const drawn = await drawImage(app, accountId, input)
  return { ...drawn, storageKey: await app.goods.store('images', drawn.bytes, name) }
}

/** Adds a picture whose bytes are stored, and returns its id. Refuses as `takeStorage` does. */
export async function addStoredImage(
  app: Needs<'config' | 'transaction' | 'now'>,
  accountId: number,
  stored: StoredImage,
  by: Actor,
): Promise<number> {
  return app.transaction({ accountId }, async tx => {
    await takeStorage(app, tx, accountId, { kind: 'images', bytes: stored.bytes.length })
    const image = persistImage(tx.em, accountId, stored, app.now())
    await tx.em.flush()
    const { id } = image
    const detail = { name: stored.name }
    await recordAct(app, tx, { accountId, ...by, act: 'image.added', subject: `image ${id}`, detail })
    return id
  })
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

const drawnWithinS = 5

/**
 * Re-encodes a picture of the account as an upright JPEG of at most 1280 pixels, without metadata. Refuses
 * `invalid_image`, `image_too_large`, and `rate_limited` if too many pictures of the account are waiting.
 */
export async function drawImage(
  app: Needs<'config' | 'images'>,
  accountId: number,
  { name, bytes }: NewImage,
): Promise<DrawnImage> {
  const { imageBytesMax: bytesMax, imagePixelsMax: pixelsMax } = app.config.limits
  inImageField(() => refuseLargePicture(bytes, { bytesMax, pixelsMax }))
  const { data, info } = await app.images.inTurn(accountId, () => decodeImage(bytes, pixelsMax))
  return { name: cleanName(name), sourceHash: hashBytes(bytes), bytes: data, width: info.width, height: info.height }
}

async function decodeImage(bytes: Buffer, pixelsMax: number) {
  try {
    return await sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
      .timeout({ seconds: drawnWithinS })
      .rotate()
      .resize({ width: sidePxMax, height: sidePxMax, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality, mozjpeg: true })
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    throw imageRefusal(error as Error)
  }
}

function inImageField(check: () => void): void {
  try {
    check()
  } catch (error) {
    throw error instanceof Refusal ? error.of('image') : error
  }
}

function imageRefusal({ message }: Error): Refusal {
  if (/pixel limit/.test(message))
    return refuseField('image', 'has too many pixels', 'malformed', { reason: 'image_too_large' })
  if (/timeout/.test(message))
    return refuseField('image', 'takes too long to draw', 'malformed', { reason: 'image_too_large' })
  return refuseField('image', 'cannot be read', 'unreadable', { reason: 'invalid_image' })
}

/** Creates the row of a picture whose bytes are stored, which the next flush writes. */
export function persistImage(em: EntityManager, accountId: number, image: StoredImage, now: Date): ProductImage {
  return em.create(ProductImage, {
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
}

/**
 * Returns the active picture of this fork's account that was created from the same bytes; null if it does not exist.
 */
export async function findSameImage(em: EntityManager, sourceHash: Buffer): Promise<number | null> {
  const found = await em.findOne(ProductImage, { sourceHash, isActive: true }, { orderBy: { id: 'asc' } })
  return found?.id ?? null
}
