import { raw } from '@mikro-orm/core'
import { type Page, readPage } from '../../lib/paging.ts'
import type { Needs } from '../../needs.ts'
import type { Order } from '../order.ts'
import { Review } from './review.ts'

const pageSize = 5

/** Returns one page of the reviews of these accounts, in both modes, newest first, with the average of all. */
export async function listReviews(
  app: Needs<'slowly'>,
  accountIds: number[],
  page: number,
): Promise<Page<{ order: Order; review: Review }> & { average: number }> {
  return app.slowly(
    async reads => {
      const em = reads.em({ accountIds })
      const [counted] = await em
        .qb(Review, 'r')
        .select([raw('count(*) as total'), raw('coalesce(avg(r.stars), 0) as average')])
        .where({ account: { $in: accountIds } })
        .execute<{ total: string; average: string }[]>()
      const shown = await readPage({ total: Number(counted!.total), page, pageSize }, async place => {
        const orderBy = { createdAt: 'desc', order: 'desc' } as const
        const reviews = await em.findAll(Review, { populate: ['order'], orderBy, ...place })
        return reviews.map(review => ({ order: review.order as unknown as Order, review }))
      })
      return { ...shown, average: Number(counted!.average) }
    },
    { accountId: accountIds[0] ?? 0 },
  )
}
