import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { Variant } from '../../catalog/product.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { Customer } from './customer.ts'

const RestockWishSchema = defineEntity({
  name: 'RestockWish',
  tableName: 'restock_wish',
  comment: 'A customer wants to be told when there is some of it again. Gone once they are.',
  filters: accountAndModeFilter,
  indexes: [{ name: 'restock_wish_of_variant', properties: ['variant'] }],
  properties: {
    customer: () => p.manyToOne(Customer).lazyRef().primary(),
    variant: () => p.manyToOne(Variant).lazyRef().primary(),
    account: owner,
    mode: p.enum(modes).comment('Of the shop in which they asked: of its stock they are told.'),
    askedAt: p.datetime(),
  },
})

export class RestockWish extends RestockWishSchema.class {}
RestockWishSchema.setClass(RestockWish)
