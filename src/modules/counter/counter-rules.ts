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
  comment: "The permissions of an account's cashiers. Without a row: no discounts, and no offline sales.",
  filters: accountFilter,
  properties: {
    account: () => owner().primary(),
    discountMaxPercent: p
      .integer()
      .comment('The maximum discount of a cashier, in percent.')
      .default(0)
      .check(betweenSql('discount_max_percent', 0, 100)),
    offlineSalesMax: p
      .integer()
      .comment('The number of offline cash sales of a device in one shift; 0 for none.')
      .default(0)
      .check(betweenSql('offline_sales_max', 0, offlineSalesLimit)),
    offlineAmountMax: p
      .bigint('number')
      .comment('The maximum total of these sales in one shift, in whole rupiah.')
      .default(0)
      .check(betweenSql('offline_amount_max', 0, offlineAmountLimit)),
    offlineCounted: p.boolean().comment('Whether goods with counted stock may be sold offline.').default(false),
    freeVariant: () =>
      p
        .manyToOne(Variant)
        .lazyRef()
        .comment('The hidden variant that is sold if only an amount was typed.')
        .strictNullable(),
  },
})

/** The rules for cashiers of an account. */
export class CounterRules extends CounterRulesSchema.class {}
CounterRulesSchema.setClass(CounterRules)
