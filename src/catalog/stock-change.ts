import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { atMost } from '../database/checks.ts'
import { byAccount } from '../database/scope.ts'
import { Stock } from './stock.ts'

const StockChangeSchema = defineEntity({
  name: 'StockChange',
  tableName: 'stock_change',
  filters: byAccount,
  indexes: [{ name: 'stock_change_of_variant', properties: ['stock'] }],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    stock: () => p.manyToOne(Stock).lazyRef().fieldName('variant_id'),
    account: () => p.manyToOne(Account).lazyRef(),
    delta: p.bigint('number').check('delta <> 0'),
    /** What caused it, so that the same message changes the stock once. */
    once: p.text().strictNullable().unique().check(atMost('once', 200)),
    reason: p.enum(['import', 'restock', 'told', 'lost']),
    createdAt: p.datetime(),
  },
})

/** What was added to a number, or taken off it, other than by orders. */
export class StockChange extends StockChangeSchema.class {}
StockChangeSchema.setClass(StockChange)
