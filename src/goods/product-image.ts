import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { charactersBetweenSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { accountFilter } from '../database/scope.ts'

const ProductImageSchema = defineEntity({
  name: 'ProductImage',
  tableName: 'product_image',
  comment: 'A picture of a product, as it is sent.',
  filters: accountFilter,
  uniques: [{ properties: ['account', 'id'] }],
  indexes: [{ name: 'product_image_source', properties: ['account', 'sourceHash'] }],
  properties: {
    id: identity(),
    account: owner,
    originalName: p.text().check(charactersBetweenSql('original_name', 1, 255)),
    sourceHash: p
      .blob()
      .comment('Of the bytes that came in, which are not kept: the same picture again is known by it.')
      .$type<Buffer>(),
    storageKey: p.text().comment('The name under which its bytes are kept.').unique(),
    fileSize: p.bigint('number').comment('Bytes.').check('file_size > 0'),
    mimeType: p.text(),
    width: p.integer().check('width > 0'),
    height: p.integer().check('height > 0'),
    isActive: p.boolean().default(true),
    createdAt: p.datetime(),
  },
})

export class ProductImage extends ProductImageSchema.class {}
ProductImageSchema.setClass(ProductImage)
