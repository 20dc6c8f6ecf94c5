import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { Variant } from '../catalog/product.ts'
import { byAccount } from '../database/scope.ts'
import { Customer } from './customer.ts'

const RestockWishSchema = defineEntity({
  name: 'RestockWish',
  tableName: 'restock_wish',
  filters: byAccount,
  indexes: [{ name: 'restock_wish_of_variant', properties: ['variant'] }],
  properties: {
    customer: () => p.manyToOne(Customer).lazyRef().primary(),
    variant: () => p.manyToOne(Variant).lazyRef().primary(),
    account: () => p.manyToOne(Account).lazyRef(),
    askedAt: p.datetime(),
  },
})

/** A customer wants to be told when there is some of it again. Gone once they are. */
export class RestockWish extends RestockWishSchema.class {}
RestockWishSchema.setClass(RestockWish)
