import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { Variant } from '../../catalog/product.ts'
import { betweenSql } from '../../database/checks.ts'
import { byAccount } from '../../database/scope.ts'

const CounterRulesSchema = defineEntity({
  name: 'CounterRules',
  tableName: 'counter_rules',
  comment: 'What cashiers of an account may do. Without a row: no discounts.',
  filters: byAccount,
  properties: {
    account: () => owner().primary(),
    discountMaxPercent: p
      .integer()
      .comment('How much of a sale a cashier may take off.')
      .default(0)
      .check(betweenSql('discount_max_percent', 0, 100)),
    freeVariant: () =>
      p
        .manyToOne(Variant)
        .lazyRef()
        .comment('What is sold where only an amount was typed; hidden in the catalogue.')
        .strictNullable(),
  },
})

/** The rules for cashiers of an account. */
export class CounterRules extends CounterRulesSchema.class {}
CounterRulesSchema.setClass(CounterRules)
