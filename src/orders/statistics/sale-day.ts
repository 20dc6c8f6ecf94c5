import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

const SaleDaySchema = defineEntity({
  name: 'SaleDay',
  tableName: 'sale_day',
  comment: "A shop's orders of one day. Sold: paid and not cancelled since. Amounts in whole rupiah.",
  filters: accountAndModeFilter,
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    day: p.date().comment("In the installation's time zone at the time of counting.").primary(),
    placed: p.integer(),
    sold: p.integer(),
    revenue: p.bigint('number').comment('The total of sold orders.'),
    discount: p.bigint('number').comment('The discounts by coupons on sold orders.'),
    deliveryFees: p.bigint('number').comment('The delivery fees of sold orders.'),
    newCustomers: p.integer().comment('The number of customers whose first sold order was placed on this day.'),
    newRevenue: p.bigint('number').comment('The total of these first orders.'),
    counterSold: p.integer().comment('The number of orders sold at a counter, to unknown customers.').default(0),
    counterRevenue: p.bigint('number').comment('The total of orders sold at a counter.').default(0),
  },
})

export class SaleDay extends SaleDaySchema.class {}
SaleDaySchema.setClass(SaleDay)
