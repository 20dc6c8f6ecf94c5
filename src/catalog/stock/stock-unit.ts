import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { charactersBetweenSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { Variant } from '../product.ts'

export const StockUnitSchema = defineEntity({
  name: 'StockUnit',
  tableName: 'stock_unit',
  comment: 'A serial line, sold once and only in orders of its own mode.',
  filters: accountAndModeFilter,
  uniques: [{ properties: ['variant', 'mode', 'line'] }],
  indexes: [
    { name: 'stock_unit_available', properties: ['variant', 'mode', 'id'], where: "state = 'available'" },
    { name: 'stock_unit_of_item', properties: ['orderItem' as never], where: 'order_item_id is not null' },
  ],
  checks: [
    {
      name: 'stock_unit_taken',
      expression: "num_nonnulls(order_item_id, star_purchase_id) = case when state = 'available' then 0 else 1 end",
    },
  ],
  properties: {
    id: identity(),
    variant: () => p.manyToOne(Variant).lazyRef(),
    account: owner,
    mode: p.enum(modes),
    line: p
      .text()
      .comment('The text that the customer receives: a key, a voucher.')
      .check(charactersBetweenSql('line', 1, 500)),
    state: p
      .enum(['available', 'held', 'sold'])
      .comment('available, reserved by an unpaid order, or sold.')
      .default('available'),
    // Both relations point to higher layers, so they are added there: `orders/order.ts`,
    // `modules/stars/star-purchase.ts`.
    orderItemId: p.bigint('number').fieldName('order_item_id').persist(false).strictNullable(),
    starPurchaseId: p.bigint('number').fieldName('star_purchase_id').persist(false).strictNullable(),
    createdAt: p.datetime(),
  },
})

export class StockUnit extends StockUnitSchema.class {}
StockUnitSchema.setClass(StockUnit)
