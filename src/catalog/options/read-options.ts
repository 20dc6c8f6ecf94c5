import type { Loaded } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { OptionGroup } from './option-group.ts'

export type FilledGroup = Loaded<OptionGroup, 'options'>

/** Returns the option groups of these products, in order, by product id. */
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
