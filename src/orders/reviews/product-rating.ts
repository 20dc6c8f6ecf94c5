import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { Product } from '../../catalog/product.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

const ProductRatingSchema = defineEntity({
  name: 'ProductRating',
  tableName: 'product_rating',
  comment: 'The number of reviews of a product and the sum of their stars, updated with each review.',
  filters: accountAndModeFilter,
  properties: {
    product: () => p.manyToOne(Product).lazyRef().primary(),
    mode: p.enum(modes).primary(),
    account: owner,
    reviews: p.integer().comment('The number of reviews.').check('reviews > 0'),
    stars: p.bigint('number').comment('The sum of their stars.').check('stars > 0'),
  },
})

/**
 * The number of reviews of a product and the sum of their stars, updated with each review, so that no page has to
 * compute them.
 */
export class ProductRating extends ProductRatingSchema.class {}
ProductRatingSchema.setClass(ProductRating)
