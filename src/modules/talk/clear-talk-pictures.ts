import type { EntityManager } from '@mikro-orm/postgresql'
import type { OldPicture } from '../../notices/forget-pictures.ts'
import { TalkMessage } from './talk-message.ts'

/** Clears these pictures from the messages that came with them. By their customers: their messages have an index. */
export function clearTalkPictures(em: EntityManager, pictures: readonly OldPicture[]): Promise<unknown> {
  const customers = pictures.flatMap(({ customerId }) => customerId ?? [])
  const storageKeys = pictures.map(({ storageKey }) => storageKey)
  const named = { customer: { $in: customers }, storageKey: { $in: storageKeys } }
  return em.nativeUpdate(TalkMessage, named, { storageKey: null })
}
