import { createHash } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { Variant } from '../../catalog/product.ts'
import { betweenSql } from '../../database/checks.ts'
import { accountFilter } from '../../database/scope.ts'
import { Customer } from '../customers/customer.ts'
import { CartLine } from './cart-line.ts'

const CartMakingSchema = defineEntity({
  name: 'CartMaking',
  tableName: 'cart_making',
  comment: 'The options of some units of a cart line; the remaining units have none.',
  filters: accountFilter,
  properties: {
    customer: () => p.manyToOne(Customer).lazyRef().primary().createForeignKeyConstraint(false),
    variant: () => p.manyToOne(Variant).lazyRef().primary().createForeignKeyConstraint(false),
    key: p
      .text()
      .primary()
      .comment('A key that is the same for the same choices.')
      .check("key ~ '^[A-Za-z0-9_-]{22}$'"),
    account: () => owner().createForeignKeyConstraint(false),
    line: () =>
      p
        .manyToOne(CartLine)
        .lazyRef()
        .fieldNames('customer_id', 'variant_id')
        .referencedColumnNames('customer_id', 'variant_id')
        .deleteRule('cascade')
        .nullable()
        .hidden(),
    choices: p.array<string>().comment('The keys of the options, each prefixed with that of its group: milk:oat.'),
    quantity: p
      .integer()
      .comment("The number of units. If version 1.0.0 reduced the line's quantity, the newest makings count less.")
      .check(betweenSql('quantity', 1, 99)),
    addedAt: p.datetime(),
  },
})

/** The options chosen for some units of a cart line; the other units have no options. */
export class CartMaking extends CartMakingSchema.class {}
CartMakingSchema.setClass(CartMaking)

/** Returns a key that is the same for the same choices in any order; empty without any. */
export function makeMakingKey(choices: readonly string[]): string {
  if (choices.length === 0) return ''
  return createHash('sha256')
    .update([...new Set(choices)].sort().join(' '))
    .digest('base64url')
    .slice(0, 22)
}
