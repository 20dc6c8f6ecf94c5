import { Product } from '../../catalog/product.ts'
import { notFound, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Favourite } from './favourite.ts'

const favouritesMax = 100

/**
 * Adds a product to the customer's favourites, or removes it; repeating it changes nothing. `productId` is public.
 * Refuses `not_found`, and `invalid_request` for more than a hundred.
 */
export async function markFavourite(
  app: Needs<'em' | 'now'>,
  owner: { accountId: number; customerId: number },
  { productId, isMarked }: { productId: string; isMarked: boolean },
): Promise<void> {
  const { accountId, customerId } = owner
  const em = app.em({ accountId })
  const product = await em.findOne(Product, { publicId: productId })
  if (!product) throw notFound('product')
  if (!isMarked) {
    await em.nativeDelete(Favourite, { customer: customerId, product: product.id })
    return
  }
  if ((await em.count(Favourite, { customer: customerId })) >= favouritesMax) {
    throw refuseField('favourites', `are ${favouritesMax} at most`, { code: 'too_many', max: favouritesMax })
  }
  await em.upsert(
    Favourite,
    { customer: customerId, product: product.id, account: accountId, markedAt: app.now() },
    { onConflictExcludeFields: ['markedAt'] },
  )
}
