import fs from 'node:fs/promises'
import { storedPath } from '../../src/goods/storage.ts'
import type { Needs } from '../../src/needs.ts'
import type { Attachment, Message } from '../telegram/message.ts'

/** A picture on the shelf of pictures, for a message; nothing where there is none. */
export function storedPicture(app: Needs<'config'>, storageKey: string | null): Pick<Message, 'photo'> {
  if (storageKey === null) return {}
  const photo: Attachment = {
    key: `image ${storageKey}`,
    name: 'foto.jpg',
    bytes: () => fs.readFile(storedPath(app, 'images', storageKey)),
  }
  return { photo }
}
