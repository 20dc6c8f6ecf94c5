import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { atMostSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { Stock, Variant } from '../product.ts'

const StockChangeSchema = defineEntity({
  name: 'StockChange',
  tableName: 'stock_change',
  comment: 'A change of counted stock that was not caused by an order.',
  filters: accountAndModeFilter,
  indexes: [{ name: 'stock_change_of_variant', properties: ['variant', 'mode'] }],
  properties: {
    id: identity(),
    variant: () => p.manyToOne(Variant).lazyRef().createForeignKeyConstraint(false),
    account: owner,
    mode: p.enum(modes),
    stock: () =>
      p
        .manyToOne(Stock)
        .comment('Only for the constraint that the stock exists; never set.')
        .lazyRef()
        .fieldNames('variant_id', 'mode')
        .referencedColumnNames('variant_id', 'mode')
        .nullable()
        .hidden(),
    delta: p.bigint('number').comment('The number of units added; negative if removed.').check('delta <> 0'),
    once: p
      .text()
      .comment('Its cause, so that the same message changes the stock once.')
      .strictNullable()
      .unique()
      .check(atMostSql('once', 200)),
    reason: p.enum(['import', 'restock', 'told', 'lost']).comment('The reason for the change.'),
    createdAt: p.datetime(),
  },
})

export class StockChange extends StockChangeSchema.class {}
StockChangeSchema.setClass(StockChange)
