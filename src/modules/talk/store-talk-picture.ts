import { type PictureOwner, storePicture } from '../../goods/store-picture.ts'
import type { Needs } from '../../needs.ts'

/** A message to the other side: text, a picture, or both. */
export interface TalkContent {
  text: string
  /** The uploaded picture, which is re-encoded. */
  picture: Buffer | null
  /** Identifies the message: a repeated call with the same value sends nothing. */
  once: string
}

/** Stores a picture for the other side, and returns its name; null if none was sent. Refuses as `storePicture` does. */
export async function storeTalkPicture(
  app: Needs<'em' | 'transaction' | 'config' | 'goods' | 'images' | 'now'>,
  owner: PictureOwner,
  picture: Buffer | null,
): Promise<string | null> {
  return picture === null ? null : storePicture(app, owner, { name: 'talk.jpg', bytes: picture })
}
