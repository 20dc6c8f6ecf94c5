import { raw } from '@mikro-orm/core'
import { Variant } from '../../catalog/product.ts'
import type { AccountScope } from '../../database/scope.ts'
import type { ReadAccess } from '../../database/slow-reads.ts'
import type { DayRange } from '../../lib/calendar.ts'
import { ProductDay } from '../../orders/statistics/product-day.ts'

export interface ProductSold {
  product_id: string
  product_name: string
  variant_name: string
  /** The category; null for a product without one. */
  category_name: string | null
  orders: number
  quantity: number
  /** The revenue in whole rupiah, before discounts. */
  revenue: number
  /** The current cost of these units, in whole rupiah; null if it is not filled in. */
  cost: number | null
}

/** Returns one row per variant, highest revenue first, with current names and costs. */
export async function readProductsSold(
  { em }: ReadAccess,
  scope: Required<AccountScope>,
  { first, last }: DayRange,
): Promise<ProductSold[]> {
  // Years of sales are summed before their names are looked up.
  const sums = ['orders', 'quantity', 'revenue'].map(column => raw(`sum(d.${column}) as ${column}`))
  const rows = await em(scope)
    .createQueryBuilder(ProductDay, 'd')
    .select(['d.variant', ...sums])
    // A query builder applies no filters.
    .where({ account: scope.accountId, mode: scope.mode, day: { $gte: first, $lte: last } })
    .groupBy('d.variant')
    .execute<{ variant: number; orders: string; quantity: string; revenue: string }[]>('all')
  const ids = rows.map(({ variant }) => Number(variant))
  const populate = ['product.category'] as const
  const variants = await em(scope).find(Variant, { id: { $in: ids } }, { populate, strategy: 'select-in' })
  const byId = new Map(variants.map(variant => [variant.id, variant]))
  const sold = rows.flatMap(({ variant: id, orders, quantity, revenue }): ProductSold[] => {
    const variant = byId.get(Number(id))
    if (!variant) return []
    const { product, name, cost } = variant
    return [
      {
        product_id: product.publicId,
        product_name: product.name,
        variant_name: name,
        category_name: product.category?.name ?? null,
        orders: Number(orders),
        quantity: Number(quantity),
        revenue: Number(revenue),
        cost: cost === null ? null : cost * Number(quantity),
      },
    ]
  })
  return sold.toSorted((one, other) => other.revenue - one.revenue || compareNames(one, other))
}

function compareNames(one: ProductSold, other: ProductSold): number {
  const [left, right] = [one, other].map(({ product_name, variant_name }) => `${product_name}\u0000${variant_name}`)
  return left! < right! ? -1 : 1
}
