import type { Needs } from '../needs.ts'
import type { Page, ProductCard } from './product.ts'
import { cardColumns, cardSource, isShown } from './product-card.ts'

export interface ProductsWanted {
  /** Public id; unset: every product. Includes the categories below it. */
  categoryId?: string | undefined
  /** From 1; one that is past the end returns the last. */
  page?: number
  pageSize?: number
}

const defaultPageSize = 6

/** One page of what the shop offers, in the order of the catalogue. */
export async function listProducts(
  app: Needs<'sql'>,
  accountId: number,
  { categoryId, page = 1, pageSize = defaultPageSize }: ProductsWanted = {},
): Promise<Page<ProductCard>> {
  const wanted = [accountId, categoryId ?? null]
  const [counted] = await app.sql.query<{ total: number }>(countSql, wanted)
  const total = counted!.total
  const pageCount = Math.max(1, Math.ceil(total / pageSize))
  const shown = Math.min(Math.max(1, Math.trunc(page)), pageCount)
  const items = await app.sql.query<ProductCard>(listSql, [...wanted, pageSize, (shown - 1) * pageSize])
  return { items, page: shown, pageCount, total }
}

const condition = `
  p.account_id = $1 and ${isShown} and ($2::text is null or c.public_id = $2 or parent.public_id = $2)`

const countSql = `select count(*) as total from ${cardSource} where ${condition}`

const listSql = `
  select ${cardColumns} from ${cardSource} where ${condition}
  order by parent.position nulls first, c.position nulls first, p.position, p.id limit $3 offset $4`
