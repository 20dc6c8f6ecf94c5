import type { EntityManager } from '@mikro-orm/postgresql'
import type { OldPicture } from '../../notices/forget-pictures.ts'
import { TalkMessage } from './talk-message.ts'

/** Removes these pictures from their messages, which are found by customer, because messages are indexed by that. */
export function clearTalkPictures(em: EntityManager, pictures: readonly OldPicture[]): Promise<unknown> {
  const customers = pictures.flatMap(({ customerId }) => customerId ?? [])
  const storageKeys = pictures.map(({ storageKey }) => storageKey)
  const named = { customer: { $in: customers }, storageKey: { $in: storageKeys } }
  return em.nativeUpdate(TalkMessage, named, { storageKey: null })
}
