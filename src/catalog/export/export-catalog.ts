import { randomUUID } from 'node:crypto'
import type { Loaded } from '@mikro-orm/core'
import { stringify } from 'yaml'
import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { Category } from '../category.ts'
import { Coupon } from '../coupon.ts'
import { type FilledGroup, readOptions } from '../options/read-options.ts'
import { Product, type Variant } from '../product.ts'
import { ShopRules } from '../shop-rules.ts'
import { exportedCoupon, exportedRules } from './exported-shop.ts'

export interface ExportedCatalog {
  /** The YAML file, as `importCatalog` reads it. */
  text: string
  /** The pictures and files that it names, by their path beside it. */
  beside: { path: string; shelf: 'images' | 'files'; storageKey: string }[]
}

/**
 * Writes an account's catalogue, its rules and its coupons as the file that an import reads, with the stock of one
 * mode. Brought back unchanged it changes nothing; an edited number moves the stock by the difference. Serial lines
 * stay behind, because each is worth its price, and so do coupons of one customer.
 */
export async function exportCatalog(
  app: Needs<'slowly' | 'calendar'>,
  scope: Required<AccountScope>,
): Promise<ExportedCatalog> {
  return app.slowly(async reads => {
    const em = reads.em(scope)
    const inOrder = { orderBy: { position: 'asc', id: 'asc' } } as const
    const categories = await em.find(Category, {}, inOrder)
    const products = await em.find(
      Product,
      {},
      {
        ...inOrder,
        populate: ['category', 'image', 'variants.stocks.orderable', 'variants.file', 'variants.content'],
        strategy: 'select-in',
      },
    )
    const options = await readOptions(
      em,
      products.map(({ id }) => id),
    )
    const rules = await em.findOne(ShopRules, { account: scope.accountId })
    const coupons = await em.find(Coupon, { customerId: null }, { orderBy: { code: 'asc' } })
    const keys = new Set(products.map(({ key }) => key))
    const catalog = {
      exported: randomUUID(),
      ...(rules && { shop: exportedRules(rules) }),
      categories: exportedCategories(categories),
      products: products.map(product => exportedProduct(product, options.get(product.id) ?? [])),
      coupons: coupons.map(coupon => exportedCoupon(app, coupon, keys)),
    }
    return { text: stringify(catalog, { lineWidth: 0 }), beside: products.flatMap(besideOf) }
  })
}

type WholeProduct = Loaded<
  Product,
  'category' | 'image' | 'variants.stocks.orderable' | 'variants.file' | 'variants.content'
>
type WholeVariant = Loaded<Variant, 'stocks.orderable' | 'file' | 'content'>

function exportedCategories(categories: Category[]): object[] {
  const told = ({ key, name, isActive }: Category) => ({ key, name, ...(isActive ? {} : { active: false }) })
  return categories
    .filter(({ level }) => level === 1)
    .map(parent => {
      const children = categories.filter(child => child.parent?.id === parent.id).map(told)
      return { ...told(parent), ...(children.length > 0 && { categories: children }) }
    })
}

function exportedProduct(product: WholeProduct, groups: FilledGroup[]): object {
  const { key, category, kind, name, description, image, asks, handovers, isActive } = product
  return {
    key,
    ...(category && { category: category.key }),
    kind,
    name,
    ...(description !== '' && { description }),
    ...(image?.isActive && { picture: picturePath(image) }),
    asks,
    handovers,
    ...(isActive ? {} : { active: false }),
    ...exportedVariants(product.variants.$.getItems()),
    ...(groups.length > 0 && { options: groups.map(exportedGroup) }),
  }
}

// A product with one price has it itself; the key that such a file gives to its only variant is "only".
function exportedVariants(variants: WholeVariant[]): object {
  const [first, ...others] = variants
  if (first?.key === 'only' && first.name === '' && first.isActive && others.length === 0) {
    const { price, weightG } = first
    return { price, ...(weightG !== null && { weight: weightG }), stock: exportedStock(first) }
  }
  return {
    variants: variants.map(variant => {
      const { key, name, price, weightG, isActive } = variant
      return {
        key,
        ...(name !== '' && { name }),
        price,
        ...(weightG !== null && { weight: weightG }),
        stock: exportedStock(variant),
        ...(isActive ? {} : { active: false }),
      }
    }),
  }
}

function exportedStock(variant: WholeVariant): unknown {
  const left = variant.available() ?? 0
  switch (variant.stockMode) {
    case 'counter':
      return { left, was: left }
    case 'unlimited':
      return 'unlimited'
    case 'serial':
      return { serials: [] }
    case 'webhook':
      return { webhook: variant.stockUrl }
    case 'file':
      return { file: filePath(variant.file!), name: variant.file!.originalName }
    case 'content':
      return { content: { title: variant.content!.title, body: variant.content!.body } }
  }
}

function exportedGroup({ key, name, choicesMin, choicesMax, options }: FilledGroup): object {
  const choices = options.getItems().map(option => ({
    key: option.key,
    name: option.name,
    ...(option.price > 0 && { price: option.price }),
    ...(option.isActive ? {} : { active: false }),
  }))
  return { key, name, min: choicesMin, max: choicesMax, choices }
}

function besideOf({ image, variants }: WholeProduct): ExportedCatalog['beside'] {
  const pictures = image?.isActive
    ? [{ path: picturePath(image), shelf: 'images' as const, storageKey: image.storageKey }]
    : []
  const files = variants.$.getItems().flatMap(({ file }) =>
    file ? [{ path: filePath(file), shelf: 'files' as const, storageKey: file.storageKey }] : [],
  )
  return [...pictures, ...files]
}

const picturePath = ({ storageKey }: { storageKey: string }) => `pictures/${storageKey}.webp`
const filePath = ({ storageKey }: { storageKey: string }) => `files/${storageKey}`
