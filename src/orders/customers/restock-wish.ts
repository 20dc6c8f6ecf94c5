import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { Variant } from '../../catalog/product.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { Customer } from './customer.ts'

const RestockWishSchema = defineEntity({
  name: 'RestockWish',
  tableName: 'restock_wish',
  comment: "A customer's request to be notified of a restock; deleted once they are.",
  filters: accountAndModeFilter,
  indexes: [{ name: 'restock_wish_of_variant', properties: ['variant'] }],
  properties: {
    customer: () => p.manyToOne(Customer).lazyRef().primary(),
    variant: () => p.manyToOne(Variant).lazyRef().primary(),
    account: owner,
    mode: p.enum(modes).comment('The mode of the shop in which they asked, whose stock counts.'),
    askedAt: p.datetime(),
  },
})

export class RestockWish extends RestockWishSchema.class {}
RestockWishSchema.setClass(RestockWish)
