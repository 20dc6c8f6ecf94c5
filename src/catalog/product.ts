import { defineEntity, type Loaded, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { accountRelation } from '../database/account-relation.ts'
import { atMostSql, betweenSql, charactersBetweenSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { accountAndModeFilter, accountFilter, modes } from '../database/scope.ts'
import { DigitalFile } from '../goods/digital-file.ts'
import { HiddenContent } from '../goods/hidden-content.ts'
import { ProductImage } from '../goods/product-image.ts'
import { Category } from './category.ts'
import { type Handover, handovers } from './delivery-zones.ts'
import { productKinds, type RequiredDetail, requiredDetailsCheck } from './product-kinds.ts'

/** How stock is managed: as a number, as serials that are sold once each, unlimited, or by the seller's own server. */
export const stockModes = ['counter', 'serial', 'unlimited', 'file', 'content', 'webhook'] as const
export type StockMode = (typeof stockModes)[number]

/** Stock that the shop holds itself and hands over in the chat as soon as it is paid. */
export const instantStockModes: ReadonlySet<StockMode> = new Set(['serial', 'file', 'content'])

/** Stock that is handed over in the chat automatically, including units requested from the seller's server. */
export const chatStockModes: ReadonlySet<StockMode> = new Set([...instantStockModes, 'webhook'])

/** Stock that can run out; the rest is unlimited. */
export const limitedStockModes: ReadonlySet<StockMode> = new Set(['counter', 'serial', 'webhook'])

/** Stock that has a number. For units of the seller's server, the number is unknown until that server reports it. */
export const countedStockModes: ReadonlySet<StockMode> = new Set(['counter', 'webhook'])

/**
 * The format of a barcode: EAN, UPC, Code 39, Code 128, or a number of the shop's own. It excludes commas and plus
 * signs, because a spreadsheet that mistakes a barcode for a number writes 8,99E+12.
 */
export const barcodePattern = /^[0-9A-Za-z][0-9A-Za-z ._/-]{2,47}$/

const ProductSchema = defineEntity({
  name: 'Product',
  tableName: 'product',
  comment: 'A product that a shop sells, in one or several variants.',
  filters: accountFilter,
  uniques: [{ properties: ['account', 'key'] }, { properties: ['account', 'id'] }],
  indexes: [{ name: 'product_shown', properties: ['account', 'category', 'position', 'id'], where: 'is_active' }],
  properties: {
    id: identity(),
    account: owner,
    publicId: p
      .text()
      .comment('22 characters of base64url, for p_<id> links and buttons.')
      .unique()
      .check("public_id ~ '^[A-Za-z0-9_-]{22}$'"),
    key: p.text().check("key ~ '^[a-z0-9][a-z0-9_-]{0,63}$'"),
    category: () => p.manyToOne(Category).lazyRef().strictNullable().createForeignKeyConstraint(false),
    categoryOfAccount: () => accountRelation(Category, 'category_id'),
    kind: p.enum(productKinds).comment('The kind of product: physical goods, a service, or digital goods.'),
    name: p.text().check(charactersBetweenSql('name', 1, 100)),
    description: p.text().default('').check(atMostSql('description', 2000)),
    image: () => p.manyToOne(ProductImage).lazyRef().strictNullable().createForeignKeyConstraint(false),
    imageOfAccount: () => accountRelation(ProductImage, 'image_id'),
    asks: p
      .array<RequiredDetail>()
      .comment('What the customer is asked for when ordering.')
      .default([])
      .check(requiredDetailsCheck),
    handovers: p
      .array<Handover>()
      .comment('How customers may receive it if people hand it over: delivery, pickup, dine-in.')
      .default([...handovers])
      .check("handovers <@ '{delivery,pickup,dine_in}'::text[] and cardinality(handovers) > 0"),
    position: p.integer().default(0),
    isActive: p.boolean().default(true),
    createdAt: p.datetime(),
    /** The variants in order, including inactive ones. */
    variants: () => p.oneToMany(Variant).mappedBy('product').orderBy({ position: 'asc', id: 'asc' }),
  },
})

/** A product of a shop, with one or more variants. */
export class Product extends ProductSchema.class {
  /** Returns whether customers can find it: neither it nor a category above it is inactive. */
  isShown(this: Loaded<Product, 'category.parent'>): boolean {
    const { isActive, category } = this
    return isActive && (category === null || (category.isActive && (category.parent?.isActive ?? true)))
  }

  priceMin(this: Loaded<Product, 'variants'>): number {
    return Math.min(...this.variants.$.map(({ price }) => price))
  }

  priceMax(this: Loaded<Product, 'variants'>): number {
    return Math.max(...this.variants.$.map(({ price }) => price))
  }

  /** Returns how many units of all variants can be ordered now; null if a variant is unlimited. */
  available(this: Loaded<Product, 'variants.stocks.orderable'>): number | null {
    const left = this.variants.$.map(variant => variant.available())
    return left.includes(null) ? null : left.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  }

  isSoldOut(this: Loaded<Product, 'variants.stocks.orderable'>): boolean {
    return !this.variants.$.exists(variant => variant.isOrderable())
  }
}
ProductSchema.setClass(Product)

const VariantSchema = defineEntity({
  name: 'Variant',
  tableName: 'variant',
  comment: 'The unit that is put into a cart: a product in one size, colour or length, with its price.',
  filters: accountFilter,
  uniques: [{ properties: ['product', 'key'] }, { properties: ['account', 'id'] }],
  indexes: [
    { name: 'variant_shown', properties: ['product', 'position', 'id'], where: 'is_active' },
    { name: 'variant_watched', properties: ['id'], where: 'low_stock_at is not null' },
  ],
  checks: [
    { name: 'variant_file', expression: "(stock_mode = 'file') = (file_id is not null)" },
    { name: 'variant_content', expression: "(stock_mode = 'content') = (content_id is not null)" },
    { name: 'variant_webhook', expression: "(stock_mode = 'webhook') = (stock_url is not null)" },
  ],
  properties: {
    id: identity(),
    account: owner,
    publicId: p.text().unique().check("public_id ~ '^[A-Za-z0-9_-]{22}$'"),
    product: () => p.manyToOne(Product).lazyRef().createForeignKeyConstraint(false),
    productOfAccount: () => accountRelation(Product, 'product_id'),
    key: p.text().check("key ~ '^[a-z0-9][a-z0-9_-]{0,63}$'"),
    name: p
      .text()
      .comment('Empty if the product has only one variant, which needs no name.')
      .default('')
      .check(atMostSql('name', 100)),
    price: p
      .bigint('number')
      .comment('Whole rupiah.')
      .check(betweenSql('price', 1, 1_000_000_000)),
    starPrice: p
      .integer()
      .comment('The price in Telegram Stars, if customers may pay with them.')
      .strictNullable()
      .check(betweenSql('star_price', 1, 10_000)),
    stockMode: p
      .enum(stockModes)
      .comment('The kind of its stock: a counter, serial lines, or a kind without a number here.'),
    file: () => p.manyToOne(DigitalFile).lazyRef().strictNullable().createForeignKeyConstraint(false),
    fileOfAccount: () => accountRelation(DigitalFile, 'file_id'),
    content: () => p.manyToOne(HiddenContent).lazyRef().strictNullable().createForeignKeyConstraint(false),
    contentOfAccount: () => accountRelation(HiddenContent, 'content_id'),
    stockUrl: p
      .text()
      .comment("The address of the seller's server that delivers its units.")
      .strictNullable()
      .check(atMostSql('stock_url', 2048)),
    weightG: p
      .integer()
      .comment('The weight of a unit in grams, for delivery fees; null if unknown, which counts as 0.')
      .strictNullable()
      .check(betweenSql('weight_g', 1, 1_000_000)),
    barcode: p
      .text()
      .comment('The barcode, such as an EAN-13; null for none. Several variants may share it.')
      .strictNullable()
      .check(`barcode ~ '${barcodePattern.source}'`),
    cost: p
      .bigint('number')
      .comment("The seller's cost per unit, in whole rupiah; null if unknown. Customers never see it.")
      .strictNullable()
      .check(betweenSql('cost', 0, 1_000_000_000)),
    lowStockAt: p
      .integer()
      .comment('The stock at which the seller is warned; null for never.')
      .strictNullable()
      .check('low_stock_at > 0'),
    position: p.integer().default(0),
    isActive: p.boolean().default(true),
    createdAt: p.datetime(),
    /** The stock in the mode of the fork; empty if the variant is unlimited. */
    stocks: () => p.oneToMany(Stock).mappedBy('variant'),
  },
})

/** The unit that is added to a cart: a product in one size, colour or length, with its price. */
export class Variant extends VariantSchema.class {
  /** Returns `Kopi Susu (Besar)`, or `Roti` if the only variant has no name. */
  fullName(this: Loaded<Variant, 'product'>): string {
    return formatGoodsName(this.product.name, this.name)
  }

  /** Returns the title of the file or content that a customer receives; null for other goods. */
  goodsTitle(this: Loaded<Variant, 'file' | 'content'>): string | null {
    return this.file?.originalName ?? this.content?.title ?? null
  }

  /** Returns the number of units that can be ordered now; null if unlimited. */
  available(this: StockedVariant): number | null {
    const [stock, other] = this.stocks.$
    if (other) throw new Error('Bug: stock was read without a mode')
    return stock?.orderable ?? null
  }

  isOrderable(this: StockedVariant): boolean {
    return this.available() !== 0
  }

  /** Returns whether it may have a price in Stars: it is digital and handed over in the chat automatically. */
  sellsForStars(this: Loaded<Variant, 'product'>): boolean {
    return this.product.kind === 'digital' && instantStockModes.has(this.stockMode)
  }

  /** Returns the desired quantity, or the stock if that is lower. */
  atMost(this: StockedVariant, quantity: number): number {
    return Math.min(quantity, this.available() ?? quantity)
  }
}
VariantSchema.setClass(Variant)

/** A variant with its stock in one mode. */
export type StockedVariant = Loaded<Variant, 'stocks.orderable'>

const StockSchema = defineEntity({
  name: 'Stock',
  tableName: 'stock',
  comment: "A variant's stock in one mode; test orders only affect that of test mode.",
  filters: accountAndModeFilter,
  properties: {
    variant: () => p.manyToOne(Variant).lazyRef().primary(),
    mode: p.enum(modes).primary(),
    account: owner,
    available: p
      .bigint('number')
      .comment('Units that can be ordered; null if not counted (serial lines, a server that reported no number).')
      .strictNullable()
      .default(0)
      .check('available >= 0'),
    reserved: p.bigint('number').comment('Units reserved by unpaid orders.').default(0).check('reserved >= 0'),
    sold: p.bigint('number').comment('Units of paid orders.').default(0).check('sold >= 0'),
    imported: p
      .integer()
      .comment('The number in the last catalogue file; an edited number changes the stock by the difference.')
      .strictNullable(),
    lowToldAt: p
      .datetime()
      .comment('When the seller was last warned of low stock; null while there is enough.')
      .strictNullable(),
    sequence: p
      .integer()
      .comment('The number of changes of the available number, or of reports of low stock.')
      .default(0),
    /** The number of units that can be ordered now, loaded on demand; null if unlimited. */
    orderable: p
      .bigint('number')
      .strictNullable()
      .formula(({ variant, mode, available }) =>
        orderableSql({ variant: variant!, mode: mode!, available: available!, stockMode: stockModeSql(variant!) }),
      )
      .lazy(),
  },
})

/**
 * The stock of a limited variant in one mode. Test orders only change that of test mode. If `available` is a number,
 * the sum of the changes = available + reserved + sold.
 */
export class Stock extends StockSchema.class {}
StockSchema.setClass(Stock)

/** Returns `Kopi Susu (Besar)`, or `Roti` if the only variant has no name. */
export function formatGoodsName(productName: string, variantName: string): string {
  return variantName ? `${productName} (${variantName})` : productName
}

/** Returns the SQL for the number of a variant's units that can be ordered now in one mode; null if unlimited. */
export function orderableSql(columns: { variant: string; mode: string; available: string; stockMode: string }): string {
  const { variant, mode, available, stockMode } = columns
  const ofVariant = `u.variant_id = ${variant} and u.mode = ${mode}`
  return `(case when ${stockMode} = 'serial'
    then (select count(*) from stock_unit u where ${ofVariant} and u.state = 'available')
    else ${available} end)`
}

function stockModeSql(variant: string): string {
  return `(select v.stock_mode from variant v where v.id = ${variant})`
}
