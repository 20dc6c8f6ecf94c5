import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { atMost } from '../database/checks.ts'
import { byAccountAndMode, modes } from '../database/scope.ts'
import { Stock, Variant } from './product.ts'

const StockChangeSchema = defineEntity({
  name: 'StockChange',
  tableName: 'stock_change',
  filters: byAccountAndMode,
  indexes: [{ name: 'stock_change_of_variant', properties: ['variant', 'mode'] }],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    variant: () => p.manyToOne(Variant).lazyRef().createForeignKeyConstraint(false),
    account: () => p.manyToOne(Account).lazyRef(),
    mode: p.enum(modes),
    /** Carries the constraint that there is such a stock, and is never set. */
    stock: () =>
      p
        .manyToOne(Stock)
        .lazyRef()
        .fieldNames('variant_id', 'mode')
        .referencedColumnNames('variant_id', 'mode')
        .nullable()
        .hidden(),
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
