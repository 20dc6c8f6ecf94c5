import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { Product } from '../../catalog/product.ts'
import { accountFilter } from '../../database/scope.ts'
import { Customer } from './customer.ts'

const FavouriteSchema = defineEntity({
  name: 'Favourite',
  tableName: 'favourite',
  comment: 'A product that a customer marked as a favourite.',
  filters: accountFilter,
  properties: {
    customer: () => p.manyToOne(Customer).lazyRef().primary(),
    product: () => p.manyToOne(Product).lazyRef().primary(),
    account: owner,
    markedAt: p.datetime(),
  },
})

export class Favourite extends FavouriteSchema.class {}
FavouriteSchema.setClass(Favourite)
