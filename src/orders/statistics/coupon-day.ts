import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

const CouponDaySchema = defineEntity({
  name: 'CouponDay',
  tableName: 'coupon_day',
  comment: "A coupon's discounts on the orders sold on one day. Amounts in whole rupiah.",
  filters: accountAndModeFilter,
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    day: p.date().comment('The day, as in SaleDay.').primary(),
    code: p.text().primary(),
    orders: p.integer(),
    discount: p.bigint('number').comment('The total discount, in whole rupiah.'),
    revenue: p.bigint('number').comment('The totals of these orders.'),
  },
})

export class CouponDay extends CouponDaySchema.class {}
CouponDaySchema.setClass(CouponDay)
