import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../../accounts/account.ts'
import { Variant } from '../../catalog/product.ts'
import { byAccountAndMode, modes } from '../../database/scope.ts'
import { Customer } from './customer.ts'

const RestockWishSchema = defineEntity({
  name: 'RestockWish',
  tableName: 'restock_wish',
  filters: byAccountAndMode,
  indexes: [{ name: 'restock_wish_of_variant', properties: ['variant'] }],
  properties: {
    customer: () => p.manyToOne(Customer).lazyRef().primary(),
    variant: () => p.manyToOne(Variant).lazyRef().primary(),
    account: () => p.manyToOne(Account).lazyRef(),
    /** Of the shop in which they asked: of its stock they are told. */
    mode: p.enum(modes),
    askedAt: p.datetime(),
  },
})

/** A customer wants to be told when there is some of it again. Gone once they are. */
export class RestockWish extends RestockWishSchema.class {}
RestockWishSchema.setClass(RestockWish)
