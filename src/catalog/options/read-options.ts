import type { Loaded } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { OptionGroup } from './option-group.ts'

export type FilledGroup = Loaded<OptionGroup, 'options'>

/** The groups of these products with their options, in their order, by the id of the product. */
export async function readOptions(
  em: EntityManager,
  productIds: readonly number[],
): Promise<Map<number, FilledGroup[]>> {
  if (productIds.length === 0) return new Map()
  const found = await em.find(
    OptionGroup,
    { product: [...new Set(productIds)] },
    { populate: ['options'], orderBy: { position: 'asc', id: 'asc' }, strategy: 'select-in' },
  )
  return Map.groupBy(found, ({ product }) => product.id)
}
