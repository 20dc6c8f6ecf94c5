import { LockMode, raw } from '@mikro-orm/core'
import type { Mode } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { announceFacts } from '../../events/announce.ts'
import { notFound, Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Order, OrderItem } from '../order.ts'
import { makeOrderPayload } from '../order-payload.ts'
import { ProductRating } from './product-rating.ts'
import { Review } from './review.ts'

/** Whether a review was the order's first one, or changed the stars of the previous one. */
export type ReviewOutcome = 'first' | 'changed' | 'same'

interface Reviewer {
  accountId: number
  mode: Mode
  customerId: number
}

/**
 * Stores the customer's rating of their completed order in stars. The customer may change it; only the first one is
 * announced. Refuses `not_found`, `refused_transition` for an order that is not completed, and `invalid_request` for
 * the stars.
 */
export async function reviewOrder(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  { accountId, mode, customerId }: Reviewer,
  { token, stars }: { token: string; stars: number },
): Promise<ReviewOutcome> {
  if (!Number.isInteger(stars) || stars < 1 || stars > 5)
    throw refuseField('stars', 'are 1 to 5', { code: 'out_of_range', min: 1, max: 5 })
  return app.transaction({ accountId, mode }, async tx => {
    const order = await tx.em.findOne(Order, { token, customer: customerId })
    if (!order) throw notFound('order')
    if (order.status !== 'completed') throw new Refusal('refused_transition', 'Only a completed order is reviewed')
    const createdAt = app.now()
    const review = { order: order.id, account: accountId, mode, stars, text: null, createdAt }
    const written = await tx.em.qb(Review).insert(review).onConflict('order').ignore().returning('order').execute('all')
    if (written.length === 0) return changeStars(tx, order, stars)
    await countStars(tx, order, stars)
    await announceFacts(app, tx, [
      {
        accountId,
        type: 'order.reviewed',
        subject: order.orderNumber,
        payload: { ...makeOrderPayload(order), stars },
        createdAt,
      },
    ])
    return 'first'
  })
}

async function changeStars(tx: Tx, order: Order, stars: number): Promise<ReviewOutcome> {
  const review = await tx.em.findOneOrFail(Review, { order: order.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (review.stars === stars) return 'same'
  const added = stars - review.stars
  review.stars = stars
  await tx.em.flush()
  for (const product of await reviewedProducts(tx, order)) {
    const rating = { product, mode: order.mode }
    await tx.em.nativeUpdate(ProductRating, rating, { stars: raw<number>('stars + ?', [added]) })
  }
  return 'changed'
}

async function countStars(tx: Tx, order: Order, stars: number): Promise<void> {
  const { accountId, mode } = order
  for (const product of await reviewedProducts(tx, order)) {
    await tx.em
      .qb(ProductRating)
      .insert({ product, mode, account: accountId, reviews: 1, stars })
      .onConflict(['product', 'mode'])
      .merge({ reviews: raw('product_rating.reviews + 1'), stars: raw('product_rating.stars + ?', [stars]) })
      .execute()
  }
}

// Always in the same order, so that two reviews cannot deadlock.
async function reviewedProducts({ em }: Tx, { id }: Order): Promise<number[]> {
  const items = await em.find(OrderItem, { order: id }, { populate: ['variant'] })
  return [...new Set(items.map(({ variant }) => variant.product.id))].sort((one, other) => one - other)
}
