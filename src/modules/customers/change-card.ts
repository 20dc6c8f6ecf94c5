import { LockMode } from '@mikro-orm/core'
import { type ModeActor, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { notFound, Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { addressesMax, addressMax, CustomerCard, noteMax, tagMax, tagsMax } from './customer-card.ts'

export interface CardChange {
  note: string
  tags: string[]
  addresses: string[]
}

/**
 * Locks cards in the order of their ids. Refuses `not_found` if one of them does not exist, and `refused_transition`
 * if the data of one was deleted.
 */
export async function lockCards({ em }: Tx, ids: number[]): Promise<CustomerCard[]> {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } } as const
  const cards = await em.find(CustomerCard, { id: { $in: ids } }, options)
  if (cards.length < new Set(ids).size) throw notFound('customer')
  if (cards.some(({ erasedAt }) => erasedAt !== null)) {
    throw new Refusal('refused_transition', 'The data of this customer was deleted')
  }
  return cards
}

/**
 * Changes the note, tags and addresses of a card. Refuses `not_found`, and `invalid_request` for values that are too
 * long.
 */
export async function changeCard(
  app: Needs<'transaction' | 'now'>,
  cardId: number,
  { note, tags, addresses }: CardChange,
  { accountId, mode, ...by }: ModeActor,
): Promise<void> {
  const labels = [...new Set(tags.map(tag => tag.trim()).filter(Boolean))]
  const places = [...new Set(addresses.map(address => address.trim()).filter(Boolean))]
  checkLengths('note', [note], { most: 1, longest: noteMax })
  checkLengths('tags', labels, { most: tagsMax, longest: tagMax })
  checkLengths('addresses', places, { most: addressesMax, longest: addressMax })
  await app.transaction({ accountId, mode }, async tx => {
    const [card] = await lockCards(tx, [cardId])
    Object.assign(card!, { note: note.trim() || null, tags: labels, addresses: places })
    await tx.em.flush()
    await recordAct(app, tx, { accountId, ...by, act: 'customer.changed', subject: `customer card ${cardId}` })
  })
}

function checkLengths(path: string, texts: string[], { most, longest }: { most: number; longest: number }): void {
  if (texts.length <= most && texts.every(text => [...text].length <= longest)) return
  const problem = { code: 'wrong_length', min: 0, max: longest } as const
  throw refuseField(path, `has at most ${most} of at most ${longest} characters`, problem)
}
