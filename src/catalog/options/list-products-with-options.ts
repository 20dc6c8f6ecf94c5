import type { EntityManager } from '@mikro-orm/postgresql'
import { Product } from '../product.ts'
import { OptionGroup } from './option-group.ts'

const productsMax = 200

/** Returns the other products of the scope that have options, by name. */
export async function listProductsWithOptions(
  em: EntityManager,
  exceptId: number,
): Promise<Pick<Product, 'publicId' | 'name'>[]> {
  const grouped = await em.find(OptionGroup, { product: { $ne: exceptId } }, { fields: ['product'] })
  const ids = [...new Set(grouped.map(({ product }) => product.id))]
  return em.find(Product, { id: { $in: ids } }, { orderBy: { name: 'asc' }, limit: productsMax })
}
