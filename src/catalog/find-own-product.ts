import type { Loaded } from '@mikro-orm/core'
import type { Mode } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { Product } from './product.ts'

/** A product as its seller sees it, with all variants and their stock in one mode. */
export type OwnProduct = Loaded<Product, 'variants.stocks.orderable'>

/**
 * Returns a product of these accounts by its own public id or that of a variant; null for a product of another account.
 */
export async function findOwnProduct(
  app: Needs<'em'>,
  { accountIds, mode }: { accountIds: number[]; mode: Mode },
  filter: { productId: string } | { variantId: string },
): Promise<OwnProduct | null> {
  const which =
    'productId' in filter ? { publicId: filter.productId } : { variants: { $some: { publicId: filter.variantId } } }
  const found = await app.em({ accountIds }).findOne(Product, which, { fields: ['account'] })
  if (!found) return null
  return app
    .em({ accountId: found.account.id, mode })
    .findOne(Product, { id: found.id }, { populate: ['variants.stocks.orderable'], strategy: 'select-in' })
}
