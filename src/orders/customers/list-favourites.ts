import { findProduct, type ShownProduct } from '../../catalog/find-product.ts'
import type { AccountScope } from '../../database/scope.ts'
import { type Page, readPage } from '../../lib/paging.ts'
import { nullIfNotFound } from '../../lib/refusals/null-if-not-found.ts'
import type { Needs } from '../../needs.ts'
import { Favourite } from './favourite.ts'

const pageSize = 6

/** Returns one page of the customer's favourites that are still sold, newest first. */
export async function listFavourites(
  app: Needs<'em'>,
  { customerId, ...scope }: Required<AccountScope> & { customerId: number },
  page: number,
): Promise<Page<ShownProduct>> {
  const em = app.em(scope)
  const wanted = { customer: customerId, product: { isActive: true } }
  return readPage({ total: await em.count(Favourite, wanted), page, pageSize }, async place => {
    const marked = await em.find(Favourite, wanted, {
      populate: ['product'],
      orderBy: { markedAt: 'desc' },
      ...place,
    })
    const products = await Promise.all(marked.map(({ product }) => findShown(app, scope, product.publicId)))
    return products.filter(product => product !== null)
  })
}

/** Returns whether the product is one of them. */
export async function isFavourite(
  app: Needs<'em'>,
  { accountId, customerId }: { accountId: number; customerId: number },
  productId: string,
): Promise<boolean> {
  return (await app.em({ accountId }).count(Favourite, { customer: customerId, product: { publicId: productId } })) > 0
}

// Excludes products in an inactive category, or without anything to order.
async function findShown(app: Needs<'em'>, scope: Required<AccountScope>, id: string): Promise<ShownProduct | null> {
  return nullIfNotFound(findProduct(app, scope, id))
}
