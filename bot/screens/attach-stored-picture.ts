import { buffer } from 'node:stream/consumers'
import type { Needs } from '../../src/needs.ts'
import type { Attachment, Message } from '../telegram/message.ts'

/** Returns a stored picture for a message; empty without a picture. */
export function attachStoredPicture(app: Needs<'goods'>, storageKey: string | null): Pick<Message, 'photo'> {
  if (storageKey === null) return {}
  const photo: Attachment = {
    key: `image ${storageKey}`,
    name: 'foto.jpg',
    bytes: async () => buffer(await app.goods.open('images', storageKey)),
  }
  return { photo }
}
