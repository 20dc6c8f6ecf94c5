import { type Page, readPage } from '../lib/paging.ts'
import type { Needs } from '../needs.ts'
import { Product } from './product.ts'

const pageSize = 8

/** Returns one page of these accounts' products by name, including hidden ones. */
export async function listOwnProducts(
  app: Needs<'slowly'>,
  accountIds: number[],
  page: number,
): Promise<Page<Product>> {
  return app.slowly(
    async reads => {
      const em = reads.em({ accountIds })
      return readPage({ total: await em.count(Product), page, pageSize }, place =>
        em.findAll(Product, { orderBy: { name: 'asc', id: 'asc' }, ...place }),
      )
    },
    { accountId: accountIds[0] ?? 0 },
  )
}
