import type { FilterQuery, Loaded } from '@mikro-orm/core'
import type { Mode } from '../../database/scope.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { StarPurchase } from './star-purchase.ts'

/** A purchase with its goods and its customer. */
export type WholeStarPurchase = Loaded<StarPurchase, 'units' | 'file' | 'content' | 'customer'>

const populate = ['units', 'file', 'content', 'customer'] as const
const boughtMax = 20

/** Returns a purchase. Refuses `not_found`, with the same message for an unknown one and another account's. */
export async function findStarPurchase(
  app: Needs<'em'>,
  owner: { accountId: number; mode: Mode },
  filter: { id: number } | { token: string; customer: number },
): Promise<WholeStarPurchase> {
  const purchase = await app.em(owner).findOne(StarPurchase, filter as FilterQuery<StarPurchase>, { populate })
  if (!purchase) throw notFound('purchase')
  return purchase
}

/** Returns a customer's purchases with Stars that were not refunded, newest first. */
export async function listStarPurchases(
  app: Needs<'em'>,
  owner: { accountId: number; mode: Mode },
  customerId: number,
): Promise<StarPurchase[]> {
  const own = { customer: customerId, status: 'paid' as const }
  return app.em(owner).find(StarPurchase, own, { orderBy: { paidAt: 'desc', id: 'desc' }, limit: boughtMax })
}
