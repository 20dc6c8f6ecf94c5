import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { productKinds, stockModes } from '../catalog/product.ts'
import { StockUnitSchema } from '../catalog/stock-unit.ts'
import { Variant } from '../catalog/variant.ts'
import { between } from '../database/checks.ts'
import { byAccount } from '../database/scope.ts'
import { DigitalFile } from '../goods/digital-file.ts'
import { HiddenContent } from '../goods/hidden-content.ts'
import { Order } from './order.ts'

const OrderItemSchema = defineEntity({
  name: 'OrderItem',
  tableName: 'order_item',
  filters: byAccount,
  uniques: [{ properties: ['order', 'variant'] }],
  indexes: [{ name: 'order_item_of_variant', properties: ['variant'], where: "stock_state in ('held', 'sold')" }],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef(),
    order: () => p.manyToOne(Order).lazyRef(),
    variant: () => p.manyToOne(Variant).lazyRef().createForeignKeyConstraint(false),
    // For its constraint alone, never set: it is of the same account.
    variantOfAccount: () =>
      p
        .manyToOne(Variant)
        .lazyRef()
        .fieldNames('account_id', 'variant_id')
        .referencedColumnNames('account_id', 'id')
        .nullable()
        .hidden(),
    position: p.integer(),
    productName: p.text(),
    /** Empty where the product has only one variant without a name. */
    variantName: p.text(),
    kind: p.enum(productKinds),
    stockMode: p.enum(stockModes),
    price: p.bigint('number').check('price > 0'),
    quantity: p.integer().check(between('quantity', 1, 99)),
    file: () => p.manyToOne(DigitalFile).lazyRef().strictNullable(),
    content: () => p.manyToOne(HiddenContent).lazyRef().strictNullable(),
    /** `short`: paid, and none was left. */
    stockState: p.enum(['free', 'held', 'sold', 'short']).default('free'),
    deliveredAt: p.datetime().strictNullable(),
  },
})

/** One line of an order: what it was called and cost when it was placed. */
export class OrderItem extends OrderItemSchema.class {}
OrderItemSchema.setClass(OrderItem)

// A serial line's relation to the item that took it is added here, because the catalogue is a room below.
StockUnitSchema.addManyToOne('orderItem' as never, 'OrderItem', {
  entity: () => OrderItem,
  fieldName: 'order_item_id',
  nullable: true,
})
