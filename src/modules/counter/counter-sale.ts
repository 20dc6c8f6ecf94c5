import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { atMostSql } from '../../database/checks.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { Order } from '../../orders/order.ts'
import { Cashier } from './cashier.ts'
import { Device } from './device.ts'
import { Shift } from './shift.ts'

/** `cash`: paid immediately, without a payment. `code`: by a payment of its order. */
export const saleMethods = ['cash', 'code'] as const
export type SaleMethod = (typeof saleMethods)[number]

const CounterSaleSchema = defineEntity({
  name: 'CounterSale',
  tableName: 'counter_sale',
  comment: 'A sale at a counter: its cashier, device and payment. Amounts in whole rupiah.',
  filters: accountAndModeFilter,
  indexes: [
    { name: 'counter_sale_of_shift', properties: ['shift', 'createdAt'] },
    { name: 'counter_sale_in_cash', properties: ['account', 'mode', 'createdAt'], where: "method = 'cash'" },
    { name: 'counter_sale_returned', properties: ['refundShift'], where: 'refund_shift_id is not null' },
  ],
  checks: [
    { name: 'counter_sale_given', expression: "(method = 'cash') = (cash_given is not null)" },
    { name: 'counter_sale_refunded', expression: '(refunded_at is null) = (refunded_by is null)' },
  ],
  properties: {
    order: () => p.oneToOne(Order).lazyRef().fieldName('order_id').primary(),
    orderId: p.bigint('number').fieldName('order_id').persist(false),
    account: owner,
    mode: p.enum(modes).comment('As in its order.'),
    device: () => p.manyToOne(Device).lazyRef(),
    cashier: () => p.manyToOne(Cashier).lazyRef(),
    shift: () => p.manyToOne(Shift).lazyRef(),
    method: p
      .enum(saleMethods)
      .comment('cash: paid immediately, without a payment. code: paid by a payment of its order.'),
    total: p.bigint('number').comment('As in its order.').check('total > 0'),
    cashGiven: p
      .bigint('number')
      .comment('The cash that the customer gave, including the change.')
      .strictNullable()
      .check('cash_given >= total'),
    createdAt: p.datetime(),
    returned: p
      .bigint('number')
      .comment('The refunded cash, the sum of the rows of counter_return; all of it if only refunded_at is set.')
      .default(0)
      .check('returned >= 0 and returned <= total'),
    refundedAt: p.datetime().comment('When the owner recorded that its cash was refunded.').strictNullable(),
    refundedBy: p.text().strictNullable().check(atMostSql('refunded_by', 100)),
    refundShift: () =>
      p
        .manyToOne(Shift)
        .lazyRef()
        .comment('The shift whose cash it was refunded from, if one was open.')
        .strictNullable(),
  },
})

/** A sale at the counter: its cashier, device and method. */
export class CounterSale extends CounterSaleSchema.class {
  /** Returns the refunded cash. The previous version recorded only full refunds, by their time. */
  returnedCash(): number {
    return this.refundedAt === null ? this.returned : this.total
  }
}
CounterSaleSchema.setClass(CounterSale)
