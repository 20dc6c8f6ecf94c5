import { type ModeActor, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { notFound, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { lockCards } from './change-card.ts'
import { addressesMax, CustomerCard, CustomerKey, CustomerVisit, noteMax, tagsMax } from './customer-card.ts'

/**
 * Merges a card into another, with its orders, payments, note, tags and addresses, and deletes it. Refuses `not_found`,
 * and `invalid_request` for a card with itself.
 */
export async function mergeCards(
  app: Needs<'transaction' | 'now'>,
  { from, into }: { from: number; into: number },
  { accountId, mode, ...by }: ModeActor,
): Promise<void> {
  if (from === into) throw refuseField('other', 'is another card', 'not_allowed')
  await app.transaction({ accountId, mode }, async tx => {
    const { em } = tx
    const cards = await lockCards(tx, [from, into])
    const [gone, kept] = [from, into].map(id => cards.find(card => card.id === id)!) as [CustomerCard, CustomerCard]
    await em.nativeUpdate(CustomerKey, { card: from }, { card: into })
    await em.nativeUpdate(CustomerVisit, { card: from }, { card: into })
    const [newer, older] = gone.lastSeenAt > kept.lastSeenAt ? [gone, kept] : [kept, gone]
    Object.assign(kept, {
      name: newer.name,
      phone: (kept.isProved ? kept : gone.isProved ? gone : newer).phone ?? older.phone,
      isProved: kept.isProved || gone.isProved,
      note: [kept.note, gone.note].filter(Boolean).join('\n').slice(0, noteMax) || null,
      tags: [...new Set([...kept.tags, ...gone.tags])].slice(0, tagsMax),
      addresses: [...new Set([...newer.addresses, ...older.addresses])].slice(0, addressesMax),
      firstSeenAt: new Date(Math.min(kept.firstSeenAt.getTime(), gone.firstSeenAt.getTime())),
      lastSeenAt: newer.lastSeenAt,
    })
    await em.flush()
    await em.nativeDelete(CustomerCard, { id: from })
    const subject = `customer card ${into}`
    await recordAct(app, tx, { accountId, ...by, act: 'customer.merged', subject, detail: { merged: from } })
  })
}

interface Split {
  cardId: number
  key: string
  name?: string
  phone?: string | null
}

/**
 * Moves everything filed under one key to a new card, with the name and number given there. Returns the id of the new
 * card. Refuses `not_found`, and `invalid_request` for the only key of a card.
 */
export async function splitCard(app: Needs<'transaction' | 'now'>, split: Split, actor: ModeActor): Promise<number> {
  const { accountId, mode } = actor
  const own = await app.transaction({ accountId, mode }, tx => splitCardInside(app, tx, split, actor))
  return own.id
}

/** Does the same as `splitCard` in a running transaction. Returns the new card. */
export async function splitCardInside(
  app: Needs<'now'>,
  tx: Tx,
  { cardId, key, name, phone }: Split,
  { accountId, mode, ...by }: ModeActor,
): Promise<CustomerCard> {
  const { em } = tx
  const [card] = await lockCards(tx, [cardId])
  const keys = await em.find(CustomerKey, { card: cardId })
  if (!keys.some(one => one.key === key)) throw notFound('customer')
  if (keys.length === 1) throw refuseField('key', 'is the only one of this card', 'not_allowed')
  const [first] = await em.find(CustomerVisit, { card: cardId, key }, { orderBy: { createdAt: 'asc' }, limit: 1 })
  const [last] = await em.find(CustomerVisit, { card: cardId, key }, { orderBy: { createdAt: 'desc' }, limit: 1 })
  const own = em.create(CustomerCard, {
    account: accountId,
    mode,
    name: name ?? card!.name,
    phone: phone === undefined ? phoneOf(key) : phone,
    note: null,
    tags: [],
    addresses: [],
    firstSeenAt: first?.createdAt ?? card!.firstSeenAt,
    lastSeenAt: last?.createdAt ?? card!.firstSeenAt,
    erasedAt: null,
  })
  await em.flush()
  await em.nativeUpdate(CustomerKey, { card: cardId, key }, { card: own.id })
  await em.nativeUpdate(CustomerVisit, { card: cardId, key }, { card: own.id })
  const subject = `customer card ${cardId}`
  await recordAct(app, tx, { accountId, ...by, act: 'customer.split', subject, detail: { card: own.id } })
  return own
}

const phoneOf = (key: string) => (key.startsWith('phone ') ? `+${key.slice('phone '.length)}` : null)
