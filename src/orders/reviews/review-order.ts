import { raw } from '@mikro-orm/core'
import type { Mode } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { announce } from '../../events/announce.ts'
import { notFound, Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Order, OrderItem } from '../order.ts'
import { orderPayload } from '../order-payload.ts'
import { ProductRating } from './product-rating.ts'
import { Review } from './review.ts'

interface Reviewer {
  accountId: number
  mode: Mode
  customerId: number
}

/**
 * Keeps how many stars the customer gives to their completed order; the first answer counts, and false says that there
 * was one. Refuses `not_found`, `refused_transition` for an order that is not completed, and `invalid_request` for the
 * stars.
 */
export async function reviewOrder(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  { accountId, mode, customerId }: Reviewer,
  { token, stars }: { token: string; stars: number },
): Promise<boolean> {
  if (!Number.isInteger(stars) || stars < 1 || stars > 5)
    throw refuseField('stars', 'are 1 to 5', { code: 'out_of_range', min: 1, max: 5 })
  return app.transaction({ accountId, mode }, async tx => {
    const order = await tx.em.findOne(Order, { token, customer: customerId })
    if (!order) throw notFound('order')
    if (order.status !== 'completed') throw new Refusal('refused_transition', 'Only a completed order is reviewed')
    const createdAt = app.now()
    const review = { order: order.id, account: accountId, mode, stars, text: null, createdAt }
    const written = await tx.em.qb(Review).insert(review).onConflict('order').ignore().returning('order').execute('all')
    if (written.length === 0) return false
    await countStars(tx, order, stars)
    await announce(app, tx, [
      {
        accountId,
        type: 'order.reviewed',
        subject: order.orderNumber,
        payload: { ...orderPayload(order), stars },
        createdAt,
      },
    ])
    return true
  })
}

async function countStars({ em }: Tx, { id, accountId, mode }: Order, stars: number): Promise<void> {
  const items = await em.find(OrderItem, { order: id }, { populate: ['variant'] })
  // In one order everywhere, so that two reviews never wait for each other in a circle.
  const products = [...new Set(items.map(({ variant }) => variant.product.id))].sort((one, other) => one - other)
  for (const product of products) {
    await em
      .qb(ProductRating)
      .insert({ product, mode, account: accountId, reviews: 1, stars })
      .onConflict(['product', 'mode'])
      .merge({ reviews: raw('product_rating.reviews + 1'), stars: raw('product_rating.stars + ?', [stars]) })
      .execute()
  }
}
