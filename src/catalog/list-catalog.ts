import type { FilterQuery } from '@mikro-orm/core'
import type { AccountScope } from '../database/scope.ts'
import { escapeLike } from '../lib/escape-like.ts'
import { listCaseSpellings } from '../lib/list-case-spellings.ts'
import { type Page, readPage } from '../lib/paging.ts'
import type { Needs } from '../needs.ts'
import { type ShownProduct, shownProductOptions } from './find-product.ts'
import { Product } from './product.ts'

export interface CatalogFilter {
  search?: string | undefined
  /** The name of a category, including the products of its subcategories. */
  category?: string | undefined
  /** Whether to return active or hidden products; both by default. */
  isActive?: boolean | undefined
  page: number
}

const pageSize = 30

/** Returns one page of an account's products by name, including hidden ones, each with its active variants. */
export async function listCatalog(
  app: Needs<'slowly'>,
  scope: Required<AccountScope>,
  { search, category, isActive, page }: CatalogFilter,
): Promise<Page<ShownProduct>> {
  const likes = search ? listCaseSpellings(search).map(one => `%${escapeLike(one)}%`) : []
  const found = likes.flatMap($ilike => [{ name: { $ilike } }, { description: { $ilike } }])
  const where: FilterQuery<Product> = {
    ...(isActive === undefined ? {} : { isActive }),
    ...(found.length > 0 ? { $or: found } : {}),
    ...(category === undefined ? {} : { category: { $or: [{ name: category }, { parent: { name: category } }] } }),
  }
  return app.slowly(async reads => {
    const em = reads.em(scope)
    return readPage({ total: await em.count(Product, where), page, pageSize }, place =>
      em.find(Product, where, {
        ...shownProductOptions,
        orderBy: { isActive: 'desc', name: 'asc', id: 'asc' },
        ...place,
      }),
    )
  }, scope)
}
