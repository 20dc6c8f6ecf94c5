import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { charactersBetweenSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { accountFilter } from '../database/scope.ts'

const ProductImageSchema = defineEntity({
  name: 'ProductImage',
  tableName: 'product_image',
  comment: 'A product picture in the form in which it is sent.',
  filters: accountFilter,
  uniques: [{ properties: ['account', 'id'] }],
  indexes: [{ name: 'product_image_source', properties: ['account', 'sourceHash'] }],
  properties: {
    id: identity(),
    account: owner,
    originalName: p.text().check(charactersBetweenSql('original_name', 1, 255)),
    sourceHash: p
      .blob()
      .comment('A hash of the uploaded bytes, which are not kept, to recognise the same picture.')
      .$type<Buffer>(),
    storageKey: p.text().comment('The name under which its bytes are stored.').unique(),
    fileSize: p.bigint('number').comment('The size in bytes.').check('file_size > 0'),
    mimeType: p.text(),
    width: p.integer().check('width > 0'),
    height: p.integer().check('height > 0'),
    isActive: p.boolean().default(true),
    createdAt: p.datetime(),
  },
})

export class ProductImage extends ProductImageSchema.class {}
ProductImageSchema.setClass(ProductImage)
