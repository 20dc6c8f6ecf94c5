import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

const SaleDaySchema = defineEntity({
  name: 'SaleDay',
  tableName: 'sale_day',
  comment: "A shop's orders that were placed on one day. Sold: paid, and not cancelled since. Amounts in whole rupiah.",
  filters: accountAndModeFilter,
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    day: p.date().comment("In the installation's time zone at the time of counting.").primary(),
    placed: p.integer(),
    sold: p.integer(),
    revenue: p.bigint('number').comment('The totals of those that are sold.'),
    discount: p.bigint('number').comment('What coupons took off those that are sold.'),
    deliveryFees: p.bigint('number').comment('Of those that are sold.'),
    newCustomers: p.integer().comment('Customers whose first order that is sold was placed on this day.'),
    newRevenue: p.bigint('number').comment('The totals of these first orders.'),
    counterSold: p.integer().comment('Of those that are sold, at a counter: to nobody who is known.').default(0),
    counterRevenue: p.bigint('number').comment('The totals of those sold at a counter.').default(0),
  },
})

export class SaleDay extends SaleDaySchema.class {}
SaleDaySchema.setClass(SaleDay)
