import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { DigitalFile } from './digital-file.ts'
import { ProductImage } from './product-image.ts'
import { isStorageKey } from './storage-key.ts'

export type StoredFile = Pick<DigitalFile, 'id' | 'originalName' | 'fileType' | 'fileSize' | 'storageKey'>
export type StoredImage = Pick<ProductImage, 'storageKey' | 'mimeType' | 'width' | 'height'> & { accountId: number }

/** Returns a file of this account, even an inactive one, because it may have been sold. Refuses `not_found`. */
export async function findFile(app: Needs<'em'>, accountId: number, id: number): Promise<StoredFile> {
  const file = await app.em({ accountId }).findOne(DigitalFile, id)
  if (!file) throw notFound('file')
  const { originalName, fileType, fileSize, storageKey } = file
  return { id, originalName, fileType, fileSize, storageKey }
}

/** Returns a picture by its key, which is public. Refuses `not_found`. */
export async function findImage(app: Needs<'em'>, storageKey: string): Promise<StoredImage> {
  const image = isStorageKey(storageKey)
    ? await app.em('installation').findOne(ProductImage, { storageKey, isActive: true })
    : null
  if (!image) throw notFound('picture')
  const { mimeType, width, height } = image
  return { accountId: image.account.id, storageKey, mimeType, width, height }
}
