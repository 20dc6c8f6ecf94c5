import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { Variant } from '../../catalog/product.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

const ProductDaySchema = defineEntity({
  name: 'ProductDay',
  tableName: 'product_day',
  comment: 'What was sold of one variant in the orders of one day. Amounts in whole rupiah.',
  filters: accountAndModeFilter,
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    day: p.date().comment('As of SaleDay.').primary(),
    variant: () => p.manyToOne(Variant).lazyRef().primary().createForeignKeyConstraint(false),
    orders: p.integer(),
    quantity: p.integer(),
    revenue: p.bigint('number').comment('At the price of the order, before its discount.'),
  },
})

export class ProductDay extends ProductDaySchema.class {}
ProductDaySchema.setClass(ProductDay)
