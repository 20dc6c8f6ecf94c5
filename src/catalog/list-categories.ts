import type { AccountScope } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { Category } from './category.ts'
import { shownProductFilter } from './find-product.ts'
import { Product } from './product.ts'

/** A category with the number of products that customers find in it. */
export interface ListedCategory {
  category: Category
  /** The number of products in it and its subcategories. */
  productCount: number
  childCount: number
}

/** Returns the account's active categories that have visible products: the top level, or those below `parentId`. */
export async function listCategories(
  app: Needs<'em'>,
  accountId: number,
  parentId: string | null = null,
): Promise<ListedCategory[]> {
  const em = app.em({ accountId })
  const active = await em.find(Category, { isActive: true }, { orderBy: { position: 'asc', id: 'asc' } })
  const products = await em.countBy(Product, 'category', { where: shownProductFilter })
  const parent = active.find(({ publicId }) => publicId === parentId)
  if (parentId !== null && !parent) return []
  return active
    .filter(category => category.parent?.id === parent?.id)
    .map(category => {
      const children = active.filter(child => child.parent?.id === category.id)
      const counts = [category, ...children].map(({ id }) => products[id] ?? 0)
      return { category, childCount: children.length, productCount: counts.reduce((sum, count) => sum + count, 0) }
    })
    .filter(({ productCount }) => productCount > 0)
}

/** Returns the names of all categories of an account. */
export async function listCategoryNames(app: Needs<'em'>, scope: AccountScope): Promise<string[]> {
  const categories = await app.em(scope).find(Category, {}, { orderBy: { name: 'asc' }, fields: ['name'] })
  return categories.map(({ name }) => name)
}
