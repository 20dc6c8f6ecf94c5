import { raw } from '@mikro-orm/core'
import type { Page } from '../catalog/product.ts'
import type { Needs } from '../needs.ts'
import type { Order } from './order.ts'
import { Review } from './review.ts'

const pageSize = 5

/** One page of the reviews of these accounts, in both modes, newest first, with the average of all; a page past the end returns the last. */
export async function listReviews(
  app: Needs<'em' | 'slowly'>,
  accountIds: number[],
  page: number,
): Promise<Page<{ order: Order; review: Review }> & { average: number }> {
  const em = app.em('installation')
  const wanted = { account: { $in: accountIds } }
  const [counted] = await app.slowly(() =>
    em
      .qb(Review, 'r')
      .select([raw('count(*) as total'), raw('coalesce(avg(r.stars), 0) as average')])
      .where(wanted)
      .execute<{ total: string; average: string }[]>(),
  )
  const total = Number(counted!.total)
  const pageCount = Math.max(1, Math.ceil(total / pageSize))
  const shown = Math.min(page, pageCount)
  const reviews = await em.find(Review, wanted, {
    populate: ['order'],
    orderBy: { createdAt: 'desc', order: 'desc' },
    limit: pageSize,
    offset: (shown - 1) * pageSize,
  })
  const items = reviews.map(review => ({ order: review.order as unknown as Order, review }))
  return { items, page: shown, pageCount, total, average: Number(counted!.average) }
}
