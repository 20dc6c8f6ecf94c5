import type { EntityManager } from '@mikro-orm/postgresql'
import { StoredPicture } from '../goods/stored-picture.ts'
import type { Needs } from '../needs.ts'
import { listAdditions } from '../slots.ts'

declare module '../slots.ts' {
  interface Slots {
    /** Clears the keys of these pictures from rows of a module, so that the pictures can be deleted. */
    clearPictures(em: EntityManager, pictures: readonly OldPicture[]): Promise<unknown>
  }
}

/** A picture to delete; `customerId` is that of the customer of its conversation, null for others. */
export type OldPicture = Pick<StoredPicture, 'storageKey' | 'customerId'>

type ForgetNeeds = Needs<'em' | 'now' | 'config' | 'goods' | 'slots'>

const batchMax = 100
const dayMs = 86_400_000

/**
 * Deletes the pictures of conversations and broadcasts at the maximum age of notices; Telegram still shows them. Stops
 * when the signal aborts; the next sweep continues. Returns the number of deleted pictures.
 */
export async function forgetPictures(app: ForgetNeeds, signal: AbortSignal): Promise<number> {
  const em = app.em('installation')
  const old = new Date(app.now().getTime() - app.config.keptDays.notices * dayMs)
  let forgotten = 0
  for (let isOver = false; !isOver && !signal.aborted; ) {
    const pictures = await em.find(
      StoredPicture,
      { kind: { $nin: ['logo', 'menu_cover', 'refund_proof'] }, createdAt: { $lt: old } },
      { orderBy: { createdAt: 'asc' }, limit: batchMax },
    )
    await deletePictures(app, pictures)
    forgotten += pictures.length
    isOver = pictures.length < batchMax
  }
  return forgotten
}

/** Deletes references to a picture before it, and its row last, because the process may die in between. */
async function deletePictures(app: ForgetNeeds, pictures: StoredPicture[]): Promise<void> {
  if (pictures.length === 0) return
  const em = app.em('installation')
  for (const clear of listAdditions(app, 'clearPictures')) await clear(em, pictures)
  for (const picture of pictures) await app.goods.drop('images', picture.storageKey)
  await em.nativeDelete(StoredPicture, { id: { $in: pictures.map(({ id }) => id) } })
}
