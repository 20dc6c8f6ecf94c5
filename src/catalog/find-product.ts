import type { FilterQuery, Loaded } from '@mikro-orm/core'
import type { AccountScope } from '../database/scope.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Product } from './product.ts'

/** A product with the data that customers see, and its stock in one mode. */
export type ShownProduct = Loaded<Product, 'variants.stocks.orderable' | 'category.parent' | 'image'>

/** Matches active products that have something to order and are not in an inactive category. */
export const shownProductFilter: FilterQuery<Product> = {
  isActive: true,
  variants: { $some: { isActive: true } },
  $or: [
    { category: null },
    { category: { isActive: true, parent: null } },
    { category: { isActive: true, parent: { isActive: true } } },
  ],
}

/** The relations read with it, without inactive variants and pictures. */
export const shownProductOptions = {
  populate: ['variants.stocks.orderable', 'category.parent', 'image'],
  populateWhere: { variants: { isActive: true }, image: { isActive: true } },
  strategy: 'select-in',
} as const

/**
 * Returns one product as customers see it. Refuses `not_found`, including for another account's and an inactive one.
 */
export async function findProduct(
  app: Needs<'em'>,
  scope: Required<AccountScope>,
  publicId: string,
): Promise<ShownProduct> {
  const product = await app
    .em(scope)
    .findOne(Product, { $and: [{ publicId }, shownProductFilter] }, shownProductOptions)
  if (!product) throw notFound('product')
  return product
}
