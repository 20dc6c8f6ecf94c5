import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { atMostSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { Stock, Variant } from '../product.ts'

const StockChangeSchema = defineEntity({
  name: 'StockChange',
  tableName: 'stock_change',
  comment: 'What was added to a number, or taken off it, other than by orders.',
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
        .comment('Carries the constraint that there is such a stock, and is never set.')
        .lazyRef()
        .fieldNames('variant_id', 'mode')
        .referencedColumnNames('variant_id', 'mode')
        .nullable()
        .hidden(),
    delta: p.bigint('number').comment('Units added, or taken off where negative.').check('delta <> 0'),
    once: p
      .text()
      .comment('What caused it, so that the same message changes the stock once.')
      .strictNullable()
      .unique()
      .check(atMostSql('once', 200)),
    reason: p.enum(['import', 'restock', 'told', 'lost']).comment('What changed it.'),
    createdAt: p.datetime(),
  },
})

export class StockChange extends StockChangeSchema.class {}
StockChangeSchema.setClass(StockChange)
