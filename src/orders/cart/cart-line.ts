import { defineEntity, type Loaded, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { Variant } from '../../catalog/product.ts'
import { accountRelation } from '../../database/account-relation.ts'
import { betweenSql } from '../../database/checks.ts'
import { accountFilter } from '../../database/scope.ts'
import { Customer } from '../customers/customer.ts'

const CartLineSchema = defineEntity({
  name: 'CartLine',
  tableName: 'cart_line',
  comment: "A variant and its quantity in a customer's cart.",
  filters: accountFilter,
  properties: {
    customer: () => p.manyToOne(Customer).lazyRef().primary().createForeignKeyConstraint(false),
    variant: () => p.manyToOne(Variant).lazyRef().primary().createForeignKeyConstraint(false),
    account: () => owner().createForeignKeyConstraint(false),
    customerOfAccount: () => accountRelation(Customer, 'customer_id'),
    variantOfAccount: () => accountRelation(Variant, 'variant_id'),
    quantity: p
      .integer()
      .comment('1 to 99.')
      .check(betweenSql('quantity', 1, 99)),
    addedAt: p.datetime(),
  },
})

/** A line of a customer's cart: a quantity of one variant. */
export class CartLine extends CartLineSchema.class {
  /** Returns why it cannot be ordered: removed from the shop, sold out, or fewer left than wanted. */
  problem(this: FilledLine): Exclude<CartProblem, 'choose'> | null {
    const { variant, quantity } = this
    if (!variant.isActive || !variant.product.isShown()) return 'inactive'
    if (!variant.isOrderable()) return 'sold_out'
    return variant.atMost(quantity) < quantity ? 'too_many' : null
  }
}
CartLineSchema.setClass(CartLine)

/** `choose`: a chosen option has become unavailable, or more options must be chosen. */
export type CartProblem = 'inactive' | 'sold_out' | 'too_many' | 'choose'

/** A line with the current data of its goods. */
export type FilledLine = Loaded<CartLine, 'variant.stocks.orderable' | 'variant.product.category.parent'>
