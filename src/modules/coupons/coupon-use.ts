import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { accountFilter } from '../../database/scope.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { Order } from '../../orders/order.ts'
import { Coupon } from './coupon.ts'

const CouponUseSchema = defineEntity({
  name: 'CouponUse',
  tableName: 'coupon_use',
  comment: 'The use of a coupon by an order, until the order is cancelled. An order has at most one.',
  filters: accountFilter,
  indexes: [{ name: 'coupon_use_of_customer', properties: ['coupon', 'customer'] }],
  properties: {
    order: () => p.oneToOne(Order).lazyRef().primary(),
    coupon: () => p.manyToOne(Coupon).lazyRef(),
    customer: () => p.manyToOne(Customer).lazyRef(),
    account: owner,
  },
})

export class CouponUse extends CouponUseSchema.class {}
CouponUseSchema.setClass(CouponUse)
