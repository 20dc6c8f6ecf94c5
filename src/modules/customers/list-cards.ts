import { type FilterQuery, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { AccountScope } from '../../database/scope.ts'
import { searchInTurn } from '../../database/search-turns.ts'
import { listPhoneSpellings } from '../../lib/phone.ts'
import type { Needs } from '../../needs.ts'
import { makePattern } from '../../payments/rare-pattern.ts'
import { CustomerCard, CustomerVisit, searchedCardSql } from './customer-card.ts'

export interface ListedCard
  extends Pick<CustomerCard, 'id' | 'name' | 'phone' | 'isProved' | 'tags' | 'lastSeenAt' | 'erasedAt'> {
  /** The number of its orders and payments. */
  visits: number
}

export interface CardFilter {
  /** A part of the name or phone number, such as its last four digits; or an entire order number, invoice id or tag. */
  search?: string | undefined
  page: number
  limit: number
}

/**
 * Returns one page of cards, most recently seen first, and their total number. They come from the primary, because
 * opening the list files cards that a replica does not have yet.
 */
export async function listCards(
  app: Needs<'freshly'>,
  scope: Required<AccountScope>,
  { search, page, limit }: CardFilter,
): Promise<{ cards: ListedCard[]; total: number }> {
  const read = () =>
    app.freshly(async reads => {
      const em = reads.em(scope)
      const where = search ? await searchFilter(em, search) : {}
      const orderBy = { lastSeenAt: 'desc', id: 'desc' } as const
      const [found, total] = await em.findAndCount(CustomerCard, where, { orderBy, limit, offset: (page - 1) * limit })
      return { cards: await withVisits(em, found), total }
    }, scope)
  return search ? searchInTurn(scope.accountId, read) : read()
}

async function searchFilter(em: EntityManager, search: string): Promise<FilterQuery<CustomerCard>> {
  const visit = await em.findOne(CustomerVisit, { subject: search.toUpperCase() })
  if (visit) return { id: visit.card.id }
  const spelled = listPhoneSpellings(search).map(one => ({ [raw(searchedCardSql)]: { $ilike: makePattern([one]) } }))
  return { $or: [...spelled, { tags: { $contains: [search] } }] as FilterQuery<CustomerCard>[] }
}

async function withVisits(em: EntityManager, cards: CustomerCard[]): Promise<ListedCard[]> {
  const counts = await em
    .qb(CustomerVisit)
    .select(['card', raw('count(*) as visits')])
    .where({ card: { $in: cards.map(({ id }) => id) } })
    .groupBy('card')
    .execute<{ card: number | string; visits: number | string }[]>('all')
  const byCard = new Map(counts.map(({ card, visits }) => [Number(card), Number(visits)]))
  return cards.map(({ id, name, phone, isProved, tags, lastSeenAt, erasedAt }) => {
    return { id, name, phone, isProved, tags, lastSeenAt, erasedAt, visits: byCard.get(id) ?? 0 }
  })
}
