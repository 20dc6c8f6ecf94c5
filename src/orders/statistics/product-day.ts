import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { Variant } from '../../catalog/product.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

const ProductDaySchema = defineEntity({
  name: 'ProductDay',
  tableName: 'product_day',
  comment: 'The sales of one variant in the orders of one day. Amounts in whole rupiah.',
  filters: accountAndModeFilter,
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    day: p.date().comment('The day, as in SaleDay.').primary(),
    variant: () => p.manyToOne(Variant).lazyRef().primary().createForeignKeyConstraint(false),
    orders: p.integer(),
    quantity: p.integer(),
    revenue: p.bigint('number').comment('The revenue at the prices of the orders, before discounts.'),
  },
})

export class ProductDay extends ProductDaySchema.class {}
ProductDaySchema.setClass(ProductDay)
