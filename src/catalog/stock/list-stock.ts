import type { FilterQuery, Loaded } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { countedStockModes, Variant } from '../product.ts'

/** A variant with its stock, as the seller's server sees it. */
export interface ListedStock {
  variant: Loaded<Variant, 'product' | 'stocks.orderable'>
  /** Held for unpaid orders; null if the stock has no number. */
  reserved: number | null
}

interface StockFilter {
  product?: string | undefined
  barcode?: string | undefined
  page: number
  limit: number
}

interface Listed {
  stock: ListedStock[]
  total: number
}

/**
 * Returns a page of all variants of an account, including hidden ones, in the order of their creation, with their stock
 * in one mode.
 */
export async function listStock(
  app: Needs<'slowly'>,
  scope: Required<AccountScope>,
  { product, barcode, page, limit }: StockFilter,
): Promise<Listed> {
  const where = {
    ...(product === undefined ? {} : { product: { key: product } }),
    ...(barcode === undefined ? {} : { barcode }),
  }
  return app.slowly(({ em }) => readStock(em(scope), where, { limit, offset: (page - 1) * limit }), scope)
}

/** Returns variants with their current stock. */
export async function readStock(
  em: EntityManager,
  filter: FilterQuery<Variant>,
  range: { limit: number; offset: number },
): Promise<Listed> {
  const [variants, total] = await em.findAndCount(Variant, filter, {
    populate: ['product', 'stocks.orderable'],
    strategy: 'select-in',
    orderBy: { id: 'asc' },
    ...range,
  })
  return { stock: variants.map(variant => ({ variant, reserved: countReserved(variant) })), total }
}

function countReserved({ stockMode, stocks }: ListedStock['variant']): number | null {
  return countedStockModes.has(stockMode) ? stocks.$[0]!.reserved : null
}
