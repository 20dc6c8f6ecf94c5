import type { Mode } from '../database/scope.ts'
import { notFound, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Order } from '../orders/order.ts'
import { Review, reviewTextMax } from '../orders/reviews/review.ts'
import { planMerchantNotices } from './plan-notices.ts'

/**
 * Adds a text to the customer's rating of an order, and to the merchant's notice about it. Refuses `not_found`, and
 * `invalid_request` if the text is empty or too long.
 */
export async function storeReviewText(
  app: Needs<'transaction' | 'now'>,
  { accountId, mode, customerId }: { accountId: number; mode: Mode; customerId: number },
  { token, text, once }: { token: string; text: string; once: string },
): Promise<void> {
  const words = text.trim()
  if (words === '' || words.length > reviewTextMax)
    throw refuseField('text', `has 1 to ${reviewTextMax} characters`, {
      code: 'wrong_length',
      min: 1,
      max: reviewTextMax,
    })
  await app.transaction({ accountId, mode }, async tx => {
    const order = await tx.em.findOne(Order, { token, customer: customerId })
    const review = order && (await tx.em.findOne(Review, { order: order.id }))
    if (!order || !review) throw notFound('review')
    review.text = words
    const { orderNumber } = order
    await planMerchantNotices(tx, app.now(), [
      {
        kind: 'merchant.review',
        accountId,
        data: { orderNumber, stars: review.stars },
        key: `${orderNumber} ${once}`,
        edits: { kind: 'merchant.review', key: orderNumber },
      },
    ])
  })
}
