import type { Loaded } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { Category } from '../../catalog/category.ts'
import { Product, type Variant } from '../../catalog/product.ts'
import { productFields } from '../../catalog/product-fields.ts'
import { variantFields } from '../../catalog/variant-fields.ts'
import {
  type CurrentCatalog,
  type CurrentCategory,
  type CurrentProduct,
  type CurrentVariant,
  makePositionKey,
} from './current-catalog.ts'

/** Reads everything that a shop sells, for tables: the stock is that of the fork's mode. */
export async function readCurrentCatalog(em: EntityManager): Promise<CurrentCatalog> {
  const { categories, products } = await readGoods(em)
  const positions = [
    ...categories.map(({ key, position }) => [makePositionKey('category', key), position]),
    ...products.flatMap(({ key, position, variants }) => [
      [makePositionKey('product', key), position],
      ...variants.$.map(variant => [makePositionKey('variant', key, variant.key), variant.position]),
    ]),
  ]
  return {
    categories: toCurrentCategories(categories),
    products: products.map(product => ({
      ...toCurrentProduct(product),
      variants: toCurrentVariants(product.variants.$.getItems()),
    })),
    positions: Object.fromEntries(positions),
  }
}

/** Reads all categories and products of an account, in order. */
export async function readGoods(em: EntityManager): Promise<{ categories: Category[]; products: WholeProduct[] }> {
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
  return { categories, products }
}

export type WholeProduct = Loaded<
  Product,
  'category' | 'image' | 'variants.stocks.orderable' | 'variants.file' | 'variants.content'
>
type WholeVariant = Loaded<Variant, 'stocks.orderable' | 'file' | 'content'>

export function toCurrentCategories(categories: Category[]): CurrentCategory[] {
  const told = ({ key, name, isActive }: Category) => ({ key, name, ...activeField(isActive) })
  return categories
    .filter(({ level }) => level === 1)
    .map(parent => {
      const children = categories.filter(child => child.parent?.id === parent.id).map(told)
      return { ...told(parent), ...(children.length > 0 && { categories: children }) }
    })
}

export function toCurrentProduct(product: WholeProduct): Omit<CurrentProduct, 'variants'> {
  const { key, category, kind, name, image, asks, handovers, isActive } = product
  const described = productFields.filter(({ property, usual = null }) => product[property] !== usual)
  return {
    key,
    ...(category && { category: category.key }),
    kind,
    name,
    ...Object.fromEntries(described.map(({ name, property }) => [name, product[property]])),
    ...(image?.isActive && { picture: picturePath(image) }),
    asks,
    handovers,
    ...activeField(isActive),
  }
}

function activeField(isActive: boolean): { active?: false } {
  return isActive ? {} : { active: false }
}

export function toCurrentVariants(variants: WholeVariant[]): CurrentVariant[] {
  return variants.map(variant => {
    const { key, name, price, isActive } = variant
    const described = variantFields.map(({ name, property }) => [name, variant[property]] as const)
    return {
      key,
      ...(name !== '' && { name }),
      price,
      ...Object.fromEntries(described.filter(([, value]) => value !== null)),
      stock: exportedStock(variant),
      ...activeField(isActive),
    }
  })
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

/** Returns the path of a picture beside an export. */
export const picturePath = ({ storageKey }: { storageKey: string }) => `pictures/${storageKey}.webp`
export const filePath = ({ storageKey }: { storageKey: string }) => `files/${storageKey}`
