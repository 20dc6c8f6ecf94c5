import { drawImage } from '../goods/add-image.ts'
import { refuseFullDisk } from '../goods/storage-room.ts'
import type { Needs } from '../needs.ts'

/** A message to the other side: words, a picture, or both. */
export interface Said {
  text: string
  /** As it came; it is drawn anew. */
  picture: Buffer | null
  /** The same cause is brought once. */
  once: string
}

/**
 * Stores a picture for the other side, and returns where it is; null where none was sent. Refuses `invalid_image`,
 * `image_too_large`, `rate_limited` when too many pictures of the account wait, and as `refuseFullDisk` does.
 */
export async function storeTalkPicture(
  app: Needs<'config' | 'goods' | 'images'>,
  accountId: number,
  picture: Buffer | null,
): Promise<string | null> {
  if (picture === null) return null
  await refuseFullDisk(app)
  const { bytes } = await drawImage(app, accountId, { name: 'talk.jpg', bytes: picture })
  return app.goods.store('images', bytes)
}
