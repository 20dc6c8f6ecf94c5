import { StoredPicture } from '../../goods/stored-picture.ts'
import type { Needs } from '../../needs.ts'
import { TalkMessage } from '../talk-message.ts'
import { Broadcast } from './broadcast.ts'

const batchMax = 100
const dayMs = 86_400_000

/**
 * Deletes the pictures of talks and broadcasts that are as old as notices become; Telegram still shows them.
 * Stops when the signal says that time is over; the next sweep goes on. Returns how many it deleted.
 */
export async function forgetPictures(
  app: Needs<'em' | 'now' | 'config' | 'goods'>,
  signal: AbortSignal,
): Promise<number> {
  const em = app.em('installation')
  const old = new Date(app.now().getTime() - app.config.keptDays.notices * dayMs)
  let forgotten = 0
  for (let isOver = false; !isOver && !signal.aborted; ) {
    const pictures = await em.find(
      StoredPicture,
      { kind: { $ne: 'logo' }, createdAt: { $lt: old } },
      { orderBy: { createdAt: 'asc' }, limit: batchMax },
    )
    await deletePictures(app, pictures)
    forgotten += pictures.length
    isOver = pictures.length < batchMax
  }
  return forgotten
}

/** Nothing names a picture any more before it is deleted, and its row goes last: a process may die in between. */
async function deletePictures(app: Needs<'em' | 'goods'>, pictures: StoredPicture[]): Promise<void> {
  if (pictures.length === 0) return
  const em = app.em('installation')
  const storageKey = { $in: pictures.map(picture => picture.storageKey) }
  const customers = pictures.flatMap(({ customerId }) => customerId ?? [])
  await em.nativeUpdate(TalkMessage, { customer: { $in: customers }, storageKey }, { storageKey: null })
  await em.nativeUpdate(Broadcast, { storageKey }, { storageKey: null })
  for (const picture of pictures) await app.goods.drop('images', picture.storageKey)
  await em.nativeDelete(StoredPicture, { id: { $in: pictures.map(({ id }) => id) } })
}
