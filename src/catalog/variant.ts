import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { atMost, between } from '../database/checks.ts'
import { byAccount } from '../database/scope.ts'
import { DigitalFile } from '../goods/digital-file.ts'
import { HiddenContent } from '../goods/hidden-content.ts'
import { Product, stockModes } from './product.ts'

const VariantSchema = defineEntity({
  name: 'Variant',
  tableName: 'variant',
  filters: byAccount,
  uniques: [{ properties: ['product', 'key'] }, { properties: ['account', 'id'] }],
  indexes: [
    { name: 'variant_shown', properties: ['product', 'position', 'id'], where: 'is_active' },
    { name: 'variant_watched', properties: ['id'], where: 'low_stock_at is not null' },
  ],
  checks: [
    { name: 'variant_file', expression: "(stock_mode = 'file') = (file_id is not null)" },
    { name: 'variant_content', expression: "(stock_mode = 'content') = (content_id is not null)" },
  ],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef(),
    publicId: p.text().unique().check("public_id ~ '^[A-Za-z0-9_-]{22}$'"),
    product: () => p.manyToOne(Product).lazyRef().createForeignKeyConstraint(false),
    // For its constraint alone, never set: it is of the same account.
    productOfAccount: () =>
      p
        .manyToOne(Product)
        .lazyRef()
        .fieldNames('account_id', 'product_id')
        .referencedColumnNames('account_id', 'id')
        .nullable()
        .hidden(),
    key: p.text().check("key ~ '^[a-z0-9][a-z0-9_-]{0,63}$'"),
    /** Empty where a product has only one and it needs no name. */
    name: p.text().default('').check(atMost('name', 100)),
    /** Whole rupiah. */
    price: p.bigint('number').check(between('price', 1, 1_000_000_000)),
    stockMode: p.enum(stockModes),
    file: () => p.manyToOne(DigitalFile).lazyRef().strictNullable().createForeignKeyConstraint(false),
    // For its constraint alone, never set: it is of the same account.
    fileOfAccount: () =>
      p
        .manyToOne(DigitalFile)
        .lazyRef()
        .fieldNames('account_id', 'file_id')
        .referencedColumnNames('account_id', 'id')
        .nullable()
        .hidden(),
    content: () => p.manyToOne(HiddenContent).lazyRef().strictNullable().createForeignKeyConstraint(false),
    // For its constraint alone, never set: it is of the same account.
    contentOfAccount: () =>
      p
        .manyToOne(HiddenContent)
        .lazyRef()
        .fieldNames('account_id', 'content_id')
        .referencedColumnNames('account_id', 'id')
        .nullable()
        .hidden(),
    /** What the catalogue file said last of a counter: an edited number changes the stock by the difference. */
    importedStock: p.integer().strictNullable(),
    /** From how many on the seller is told that it runs low; null for never. */
    lowStockAt: p.integer().strictNullable().check('low_stock_at > 0'),
    /** Null while there are enough. */
    lowStockToldAt: p.datetime().strictNullable(),
    position: p.integer().default(0),
    isActive: p.boolean().default(true),
    createdAt: p.datetime(),
  },
})

/** What is put into a cart: a product in one size, colour or length, with its price. */
export class Variant extends VariantSchema.class {}
VariantSchema.setClass(Variant)
