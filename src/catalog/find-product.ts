import type { FilterQuery, Loaded } from '@mikro-orm/core'
import type { AccountScope } from '../database/scope.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Product } from './product.ts'

/** A product with its customer-facing data, and its stock in one mode. */
export type ShownProduct = Loaded<Product, 'variants.stocks.orderable' | 'category.parent' | 'image'>

/** Active ones with something to order, not below a category that is switched off. */
export const isShown: FilterQuery<Product> = {
  isActive: true,
  variants: { $some: { isActive: true } },
  $or: [
    { category: null },
    { category: { isActive: true, parent: null } },
    { category: { isActive: true, parent: { isActive: true } } },
  ],
}

/** The relations that are read with it: variants and pictures that are switched off are left out. */
export const shownWhole = {
  populate: ['variants.stocks.orderable', 'category.parent', 'image'],
  populateWhere: { variants: { isActive: true }, image: { isActive: true } },
  strategy: 'select-in',
} as const

/** One product as a customer sees it. Refuses `not_found`, also for another account's and one that is switched off. */
export async function findProduct(
  app: Needs<'em'>,
  scope: Required<AccountScope>,
  publicId: string,
): Promise<ShownProduct> {
  const product = await app.em(scope).findOne(Product, { $and: [{ publicId }, isShown] }, shownWhole)
  if (!product) throw notFound('product')
  return product
}
