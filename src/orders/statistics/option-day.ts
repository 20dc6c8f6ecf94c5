import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { Product } from '../../catalog/product.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

const OptionDaySchema = defineEntity({
  name: 'OptionDay',
  tableName: 'option_day',
  comment: 'How often one option of a product was chosen in the sold orders of one day. Amounts in whole rupiah.',
  filters: accountAndModeFilter,
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    day: p.date().comment('As of SaleDay.').primary(),
    product: () => p.manyToOne(Product).lazyRef().primary().createForeignKeyConstraint(false),
    groupName: p.text().comment('As it was called when it was ordered.').primary(),
    optionName: p.text().comment('As it was called when it was ordered.').primary(),
    quantity: p.integer().comment('Units that were made with it.'),
    revenue: p.bigint('number').comment('What it added to their price.'),
  },
})

export class OptionDay extends OptionDaySchema.class {}
OptionDaySchema.setClass(OptionDay)
