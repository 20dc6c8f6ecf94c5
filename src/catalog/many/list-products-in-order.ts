import type { Needs } from '../../needs.ts'
import { Product } from '../product.ts'

export interface CategoryInOrder {
  /** The category's name; null for products without a category. */
  name: string | null
  products: Pick<Product, 'publicId' | 'name' | 'isActive'>[]
}

export const productsMax = 1_000

/** Returns the first thousand products of an account by category, as customers see them, including hidden ones. */
export async function listProductsInOrder(app: Needs<'slowly'>, accountId: number): Promise<CategoryInOrder[]> {
  return app.slowly(
    async reads => {
      const products = await reads.em({ accountId }).findAll(Product, {
        populate: ['category'],
        orderBy: { position: 'asc', id: 'asc' },
        limit: productsMax,
      })
      const groups = [...Map.groupBy(products, ({ category }) => category?.id ?? null).values()]
      return groups
        .map(group => ({
          name: group[0]!.category?.name ?? null,
          at: group[0]!.category?.position ?? -1,
          products: group,
        }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ name, products }) => ({ name, products }))
    },
    { accountId },
  )
}
