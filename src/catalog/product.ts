import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { atMost, charactersBetween } from '../database/checks.ts'
import { byAccount } from '../database/scope.ts'
import { ProductImage } from '../goods/product-image.ts'
import { Category } from './category.ts'

export const productKinds = ['physical', 'service', 'digital'] as const
export type ProductKind = (typeof productKinds)[number]

/** How a variant is kept: by number, by serial lines of which each is sold once, or without end. */
export const stockModes = ['counter', 'serial', 'unlimited', 'file', 'content'] as const
export type StockMode = (typeof stockModes)[number]

/** What a customer is asked for before an order with this product. */
export const askedFields = ['note', 'phone', 'address'] as const
export type AskedField = (typeof askedFields)[number]

/** What is asked for, unless the seller says otherwise. */
export const defaultAsks: Record<ProductKind, AskedField[]> = {
  physical: ['phone', 'address'],
  service: ['phone'],
  digital: [],
}

const ProductSchema = defineEntity({
  name: 'Product',
  tableName: 'product',
  filters: byAccount,
  uniques: [{ properties: ['account', 'key'] }, { properties: ['account', 'id'] }],
  indexes: [{ name: 'product_shown', properties: ['account', 'category', 'position', 'id'], where: 'is_active' }],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef(),
    /** 22 characters of base64url, for `p_<id>` links and buttons. */
    publicId: p.text().unique().check("public_id ~ '^[A-Za-z0-9_-]{22}$'"),
    key: p.text().check("key ~ '^[a-z0-9][a-z0-9_-]{0,63}$'"),
    category: () => p.manyToOne(Category).lazyRef().strictNullable().createForeignKeyConstraint(false),
    // For its constraint alone, never set: it is of the same account.
    categoryOfAccount: () =>
      p
        .manyToOne(Category)
        .lazyRef()
        .fieldNames('account_id', 'category_id')
        .referencedColumnNames('account_id', 'id')
        .nullable()
        .hidden(),
    kind: p.enum(productKinds),
    name: p.text().check(charactersBetween('name', 1, 100)),
    description: p.text().default('').check(atMost('description', 2000)),
    image: () => p.manyToOne(ProductImage).lazyRef().strictNullable().createForeignKeyConstraint(false),
    // For its constraint alone, never set: it is of the same account.
    imageOfAccount: () =>
      p
        .manyToOne(ProductImage)
        .lazyRef()
        .fieldNames('account_id', 'image_id')
        .referencedColumnNames('account_id', 'id')
        .nullable()
        .hidden(),
    asks: p.array<AskedField>().default([]).check("asks <@ '{note,phone,address}'::text[]"),
    position: p.integer().default(0),
    isActive: p.boolean().default(true),
    createdAt: p.datetime(),
  },
})

/** Something that a shop sells, in one or several variants. */
export class Product extends ProductSchema.class {}
ProductSchema.setClass(Product)

export interface CategoryView {
  /** Public id: 22 characters of base64url, for `c_<id>` links and buttons. */
  id: string
  name: string
  /** Null on the first level. */
  parentId: string | null
  /** Active products in it and below it. */
  productCount: number
  childCount: number
}

/** A product in a list. */
export interface ProductCard {
  /** Public id, for `p_<id>` links and buttons. */
  id: string
  name: string
  kind: ProductKind
  priceMin: number
  priceMax: number
  isSoldOut: boolean
  variantCount: number
  image: ImageRef | null
}

export interface ImageRef {
  /** `findImage` opens it; keys what Telegram remembers of it. */
  storageKey: string
  width: number
  height: number
}

export interface ProductView extends ProductCard {
  description: string
  category: { id: string; name: string } | null
  asks: AskedField[]
  /** Active ones, in their order; at least one. */
  variants: VariantView[]
}

export interface VariantView {
  /** Public id. */
  id: string
  /** Empty where a product has only one and it needs no name. */
  name: string
  /** Whole rupiah. */
  price: number
  stockMode: StockMode
  /** Units that can be ordered now; null without end. */
  available: number | null
}

export interface Page<Item> {
  items: Item[]
  page: number
  pageCount: number
  total: number
}
