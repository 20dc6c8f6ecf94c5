import { QueryOrder } from '@mikro-orm/core'
import type { AccountScope } from '../database/scope.ts'
import { type Page, readPage } from '../lib/paging.ts'
import type { Needs } from '../needs.ts'
import { type ShownProduct, shownProductFilter, shownProductOptions } from './find-product.ts'
import { Product } from './product.ts'

export interface ProductFilter {
  /** The public id of a category, which includes its subcategories; unset for every product. */
  categoryId?: string | undefined
  /** The page number, from 1. */
  page?: number
  pageSize?: number
}

const defaultPageSize = 6

/** Lists a page of the shop's products, in the order of the catalogue. */
export async function listProducts(
  app: Needs<'em'>,
  scope: Required<AccountScope>,
  { categoryId, page = 1, pageSize = defaultPageSize }: ProductFilter = {},
): Promise<Page<ShownProduct>> {
  const em = app.em(scope)
  const inside = { $or: [{ publicId: categoryId! }, { parent: { publicId: categoryId! } }] }
  const wanted = categoryId === undefined ? shownProductFilter : { $and: [shownProductFilter, { category: inside }] }
  return readPage({ total: await em.count(Product, wanted), page, pageSize }, place =>
    em.find(Product, wanted, {
      ...shownProductOptions,
      orderBy: [
        { category: { parent: { position: QueryOrder.ASC_NULLS_FIRST } } },
        { category: { position: QueryOrder.ASC_NULLS_FIRST } },
        { position: 'asc' },
        { id: 'asc' },
      ],
      ...place,
    }),
  )
}
