import type { Loaded } from '@mikro-orm/core'
import type { Mode } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { Product, type StockMode } from '../product.ts'
import { OptionGroup } from './option-group.ts'

/** A product that a person hands over, with its groups of options. */
export interface HandoverGoods {
  product: Loaded<Product, 'variants.stocks.orderable' | 'category.parent' | 'image'>
  groups: Loaded<OptionGroup, 'options'>[]
}

const productsMax = 1000
const handedModes: StockMode[] = ['counter', 'unlimited']

/** Lists the visible products that people hand over, so not those that are sent in a chat automatically. */
export async function listHandoverGoods(
  app: Needs<'slowly'>,
  { accountId, mode }: { accountId: number; mode: Mode },
): Promise<HandoverGoods[]> {
  return app.slowly(
    async reads => {
      const em = reads.em({ accountId, mode })
      const populate = ['variants.stocks.orderable', 'category.parent', 'image'] as const
      const shown = { isActive: true, variants: { isActive: true, stockMode: { $in: handedModes } } }
      const orderBy = { position: 'asc', id: 'asc' } as const
      const products = await em.find(Product, shown, { populate, orderBy, limit: productsMax, populateWhere: 'infer' })
      const product = products.map(({ id }) => id)
      const groups = await em.find(OptionGroup, { product }, { populate: ['options'], orderBy })
      const byProduct = Map.groupBy(groups, group => group.product.id)
      return products.filter(one => one.isShown()).map(one => ({ product: one, groups: byProduct.get(one.id) ?? [] }))
    },
    { accountId },
  )
}
