import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { ProductDay } from './product-day.ts'

/** The best-selling goods. */
export interface BestSeller {
  name: string
  quantity: number
}

/** Returns the best-selling goods in the orders of a day (`YYYY-MM-DD`); null if they sold nothing. */
export async function findBestSeller(
  app: Needs<'em'>,
  scope: Required<AccountScope>,
  day: string,
): Promise<BestSeller | null> {
  const most = { quantity: 'desc', revenue: 'desc' } as const
  const sold = { day, quantity: { $gt: 0 } }
  const best = await app
    .em(scope)
    .findOne(ProductDay, sold, { orderBy: most, populate: ['variant.product'], strategy: 'select-in' })
  return best && { name: best.variant.fullName(), quantity: best.quantity }
}
