import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { accountRelation } from '../../database/account-relation.ts'
import { accountFilter } from '../../database/scope.ts'
import { ProductImage } from '../../goods/product-image.ts'
import { Product } from '../product.ts'

/** The maximum number of a product's pictures, including the first. */
export const picturesMax = 10

const ProductPictureSchema = defineEntity({
  name: 'ProductPicture',
  tableName: 'product_picture',
  comment: 'An additional picture of a product; the first one is stored with the product.',
  filters: accountFilter,
  properties: {
    product: () => p.manyToOne(Product).lazyRef().primary().createForeignKeyConstraint(false),
    image: () => p.manyToOne(ProductImage).lazyRef().primary().createForeignKeyConstraint(false),
    account: owner,
    productOfAccount: () => accountRelation(Product, 'product_id'),
    imageOfAccount: () => accountRelation(ProductImage, 'image_id'),
    position: p.integer().comment('Its position among the additional pictures of its product.').default(0),
  },
})

/** A further picture of a product; the first one is stored with the product. */
export class ProductPicture extends ProductPictureSchema.class {}
ProductPictureSchema.setClass(ProductPicture)
