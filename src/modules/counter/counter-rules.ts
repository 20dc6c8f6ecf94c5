import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { Variant } from '../../catalog/product.ts'
import { betweenSql } from '../../database/checks.ts'
import { accountFilter } from '../../database/scope.ts'

export const offlineSalesLimit = 1000
export const offlineAmountLimit = 1_000_000_000

const CounterRulesSchema = defineEntity({
  name: 'CounterRules',
  tableName: 'counter_rules',
  comment: 'What cashiers of an account may do. Without a row: no discounts, and no sales without a network.',
  filters: accountFilter,
  properties: {
    account: () => owner().primary(),
    discountMaxPercent: p
      .integer()
      .comment('How much of a sale a cashier may take off.')
      .default(0)
      .check(betweenSql('discount_max_percent', 0, 100)),
    offlineSalesMax: p
      .integer()
      .comment('How many sales in cash a device may make without a network in one shift; 0 for none.')
      .default(0)
      .check(betweenSql('offline_sales_max', 0, offlineSalesLimit)),
    offlineAmountMax: p
      .bigint('number')
      .comment('What these sales may come to in one shift, in whole rupiah.')
      .default(0)
      .check(betweenSql('offline_amount_max', 0, offlineAmountLimit)),
    offlineCounted: p
      .boolean()
      .comment('Whether goods with counted stock may be sold without a network, too.')
      .default(false),
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
