import type { Loaded } from '@mikro-orm/core'
import type { AccountScope } from '../database/scope.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { listCategoryNames } from './list-categories.ts'
import { Product } from './product.ts'

/** A product with everything that its seller can edit, without inactive pictures. */
export type CatalogProduct = Loaded<
  Product,
  'category' | 'image' | 'variants.stocks.orderable' | 'variants.file' | 'variants.content'
>

/** Returns the product and the names of all categories. Refuses `not_found`. */
export async function findCatalogProduct(
  app: Needs<'em'>,
  scope: Required<AccountScope>,
  publicId: string,
): Promise<{ product: CatalogProduct; categories: string[] }> {
  const em = app.em(scope)
  const product = await em.findOne(
    Product,
    { publicId },
    {
      populate: ['category', 'image', 'variants.stocks.orderable', 'variants.file', 'variants.content'],
      populateWhere: { image: { isActive: true } },
      strategy: 'select-in',
    },
  )
  if (!product) throw notFound('product')
  return { product, categories: await listCategoryNames(app, scope) }
}
