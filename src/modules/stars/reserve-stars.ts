import { LockMode } from '@mikro-orm/core'
import { shownProductFilter } from '../../catalog/find-product.ts'
import { Product, Variant } from '../../catalog/product.ts'
import type { Mode } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { notFound, Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { StarPurchase, starHoldS } from './star-purchase.ts'
import { holdUnit } from './star-stock.ts'

/** Telegram's pre-checkout query, sent before it takes a customer's Stars. */
export interface StarCheckout {
  token: string
  customerId: number
  stars: number
}

/**
 * Reserves the goods for a customer who is about to pay, for `starHoldS` seconds; a repeated call keeps the same ones.
 * Refuses `not_found`, `already_paid`, `price_changed`, `unavailable` for goods that are no longer sold, and
 * `out_of_stock`.
 */
export async function reserveStars(
  app: Needs<'transaction' | 'now'>,
  owner: { accountId: number; mode: Mode },
  { token, customerId, stars }: StarCheckout,
): Promise<void> {
  await app.transaction(owner, async tx => {
    const purchase = await lockPurchase(tx, { token, customer: customerId })
    if (!purchase) throw notFound('invoice')
    if (purchase.isCharged()) throw new Refusal('already_paid', 'This is paid already')
    await refuseChanged(tx, purchase, stars)
    if (purchase.status === 'offered' && !(await holdUnit(tx, purchase))) {
      throw new Refusal({ code: 'out_of_stock', names: [purchase.name()] }, 'None is left')
    }
    purchase.reserve(new Date(app.now().getTime() + starHoldS * 1000))
  })
}

/** Locks the purchase: every change of it takes this lock first. */
export async function lockPurchase(
  { em }: Tx,
  filter: { token: string; customer: number } | { id: number },
): Promise<StarPurchase | null> {
  return em.findOne(StarPurchase, filter, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}

// An invoice stays in the chat forever, so its contents may be outdated.
async function refuseChanged({ em }: Tx, purchase: StarPurchase, stars: number): Promise<void> {
  const variant = await em.findOneOrFail(Variant, { id: purchase.variant.id })
  const sold = { $and: [{ id: variant.product.id }, shownProductFilter] }
  const isSold = variant.isActive && variant.starPrice !== null && (await em.count(Product, sold)) > 0
  if (!isSold) throw new Refusal('unavailable', 'This is not sold for Stars any more')
  if (variant.starPrice !== purchase.stars || stars !== purchase.stars) {
    throw new Refusal({ code: 'price_changed', total: variant.starPrice! }, 'The price changed since the invoice')
  }
}
