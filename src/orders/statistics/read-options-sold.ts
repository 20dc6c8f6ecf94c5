import { raw } from '@mikro-orm/core'
import { Product } from '../../catalog/product.ts'
import type { AccountScope } from '../../database/scope.ts'
import type { ReadAccess } from '../../database/slow-reads.ts'
import type { DayRange } from '../../lib/calendar.ts'
import { OptionDay } from './option-day.ts'

export interface OptionSold {
  product_name: string
  group_name: string
  option_name: string
  quantity: number
  /** The surcharges of these units, in whole rupiah. */
  revenue: number
}

const optionsMax = 500

interface Summed {
  product: number
  groupName: string
  optionName: string
  quantity: string
  revenue: string
}

/** Returns the 500 most chosen options, one row for each option of a product, with the product's current name. */
export async function readOptionsSold(
  { em }: ReadAccess,
  scope: Required<AccountScope>,
  { first, last }: DayRange,
): Promise<OptionSold[]> {
  const sums = ['quantity', 'revenue'].map(column => raw(`sum(d.${column}) as ${column}`))
  const of = ['d.product', 'd.groupName', 'd.optionName'] as const
  const rows = await em(scope)
    .createQueryBuilder(OptionDay, 'd')
    .select([...of, ...sums])
    // A query builder applies no filters.
    .where({ account: scope.accountId, mode: scope.mode, day: { $gte: first, $lte: last } })
    .groupBy([...of])
    .orderBy([{ [raw('sum(d.quantity)')]: 'desc' }, { groupName: 'asc' }, { optionName: 'asc' }])
    .limit(optionsMax)
    .execute<Summed[]>('all')
  const products = await em(scope).find(Product, { id: { $in: rows.map(({ product }) => Number(product)) } })
  const names = new Map(products.map(({ id, name }) => [id, name]))
  return rows.map(({ product, groupName, optionName, quantity, revenue }) => ({
    product_name: names.get(Number(product)) ?? '',
    group_name: groupName,
    option_name: optionName,
    quantity: Number(quantity),
    revenue: Number(revenue),
  }))
}
