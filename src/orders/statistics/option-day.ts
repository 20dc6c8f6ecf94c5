import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { Product } from '../../catalog/product.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

const OptionDaySchema = defineEntity({
  name: 'OptionDay',
  tableName: 'option_day',
  comment: "The number of times a product's option was chosen in orders sold on one day. Amounts in whole rupiah.",
  filters: accountAndModeFilter,
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    day: p.date().comment('The day, as in SaleDay.').primary(),
    product: () => p.manyToOne(Product).lazyRef().primary().createForeignKeyConstraint(false),
    groupName: p.text().comment('Its name at the time of the order.').primary(),
    optionName: p.text().comment('Its name at the time of the order.').primary(),
    quantity: p.integer().comment('The number of units with this option.'),
    revenue: p.bigint('number').comment('The amount that it added to their price.'),
  },
})

export class OptionDay extends OptionDaySchema.class {}
OptionDaySchema.setClass(OptionDay)
