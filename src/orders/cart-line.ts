import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { Variant } from '../catalog/variant.ts'
import { between } from '../database/checks.ts'
import { byAccount } from '../database/scope.ts'
import { Customer } from './customer.ts'

const CartLineSchema = defineEntity({
  name: 'CartLine',
  tableName: 'cart_line',
  filters: byAccount,
  properties: {
    customer: () => p.manyToOne(Customer).lazyRef().primary().createForeignKeyConstraint(false),
    variant: () => p.manyToOne(Variant).lazyRef().primary().createForeignKeyConstraint(false),
    account: () => p.manyToOne(Account).lazyRef().createForeignKeyConstraint(false),
    // For their constraints alone, never set: a cart holds the goods of one shop.
    customerOfAccount: () =>
      p
        .manyToOne(Customer)
        .lazyRef()
        .fieldNames('account_id', 'customer_id')
        .referencedColumnNames('account_id', 'id')
        .nullable()
        .hidden(),
    variantOfAccount: () =>
      p
        .manyToOne(Variant)
        .lazyRef()
        .fieldNames('account_id', 'variant_id')
        .referencedColumnNames('account_id', 'id')
        .nullable()
        .hidden(),
    quantity: p.integer().check(between('quantity', 1, 99)),
    addedAt: p.datetime(),
  },
})

/** So many of one variant in a customer's cart. */
export class CartLine extends CartLineSchema.class {}
CartLineSchema.setClass(CartLine)
