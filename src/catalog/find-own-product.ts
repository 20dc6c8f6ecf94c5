import type { Loaded } from '@mikro-orm/core'
import type { Needs } from '../needs.ts'
import { Product } from './product.ts'

/** A product as its seller sees it, with every variant. */
export type OwnProduct = Loaded<Product, 'variants.available'>

/** A product of these accounts by its own public id or that of a variant; null for anybody else's. */
export async function findOwnProduct(
  app: Needs<'em'>,
  accountIds: number[],
  wanted: { productId: string } | { variantId: string },
): Promise<OwnProduct | null> {
  const which =
    'productId' in wanted ? { publicId: wanted.productId } : { variants: { $some: { publicId: wanted.variantId } } }
  return app
    .em('installation')
    .findOne(Product, { ...which, account: { $in: accountIds } }, { populate: ['variants.available'] })
}
