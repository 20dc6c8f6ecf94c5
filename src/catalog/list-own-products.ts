import type { Needs } from '../needs.ts'
import { type Page, Product } from './product.ts'

const pageSize = 8

/** One page of what these accounts sell, hidden products too, by name; a page past the end returns the last. */
export async function listOwnProducts(
  app: Needs<'em' | 'slowly'>,
  accountIds: number[],
  page: number,
): Promise<Page<Product>> {
  const em = app.em('installation')
  const wanted = { account: { $in: accountIds } }
  const total = await app.slowly(() => em.count(Product, wanted))
  const pageCount = Math.max(1, Math.ceil(total / pageSize))
  const shown = Math.min(page, pageCount)
  const items = await app.slowly(() =>
    em.find(Product, wanted, {
      orderBy: { name: 'asc', id: 'asc' },
      limit: pageSize,
      offset: (shown - 1) * pageSize,
    }),
  )
  return { items, page: shown, pageCount, total }
}
