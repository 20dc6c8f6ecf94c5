import { generateToken } from '../lib/ids.ts'
import type { Needs } from '../needs.ts'
import { drawImage } from './add-image.ts'
import { refuseFullStorage, takeStorage } from './storage-room.ts'
import { type PictureKind, StoredPicture } from './stored-picture.ts'

/** The owner and purpose of a picture. */
export interface PictureOwner {
  accountId: number
  kind: PictureKind
  /** The customer to whose talk it belongs. */
  customerId?: number
}

/**
 * Re-encodes and stores a picture that is not a product's, and returns its name in the store. Its row is written first,
 * so that nothing is stored without being counted. Refuses as `drawImage` and `refuseFullStorage` do.
 */
export async function storePicture(
  app: Needs<'em' | 'transaction' | 'config' | 'goods' | 'images' | 'now'>,
  { accountId, kind, customerId }: PictureOwner,
  picture: { name: string; bytes: Buffer },
): Promise<string> {
  // Its size is only known after encoding.
  await refuseFullStorage(app, accountId, { kind, bytes: 0, customerId })
  const { bytes } = await drawImage(app, accountId, picture)
  const storageKey = generateToken()
  await app.transaction({ accountId }, async tx => {
    await takeStorage(app, tx, accountId, { kind, bytes: bytes.length, customerId })
    tx.em.create(StoredPicture, {
      account: accountId,
      kind,
      customerId: customerId ?? null,
      storageKey,
      fileSize: bytes.length,
      createdAt: app.now(),
    })
  })
  try {
    return await app.goods.store('images', bytes, storageKey)
  } catch (error) {
    await dropPicture(app, accountId, storageKey)
    throw error
  }
}

/** Deletes a picture that nothing refers to. */
export async function dropPicture(app: Needs<'em' | 'goods'>, accountId: number, storageKey: string): Promise<void> {
  await app.goods.drop('images', storageKey)
  await app.em({ accountId }).nativeDelete(StoredPicture, { storageKey })
}
