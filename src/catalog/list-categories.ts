import type { AccountScope } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { Category } from './category.ts'
import { isShown } from './find-product.ts'
import { Product } from './product.ts'

/** A category with the products that a customer finds in it. */
export interface ListedCategory {
  category: Category
  /** In it and below it. */
  productCount: number
  childCount: number
}

/** The active categories of an account that show something: the first level, or those below `parentId`. */
export async function listCategories(
  app: Needs<'em'>,
  accountId: number,
  parentId: string | null = null,
): Promise<ListedCategory[]> {
  const em = app.em({ accountId })
  const active = await em.find(Category, { isActive: true }, { orderBy: { position: 'asc', id: 'asc' } })
  const products = await em.countBy(Product, 'category', { where: isShown })
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

/** The names of all categories of an account, to choose from. */
export async function listCategoryNames(app: Needs<'em'>, scope: AccountScope): Promise<string[]> {
  const categories = await app.em(scope).find(Category, {}, { orderBy: { name: 'asc' }, fields: ['name'] })
  return categories.map(({ name }) => name)
}
