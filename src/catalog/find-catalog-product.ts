import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Category } from './category.ts'
import { countStock } from './list-catalog.ts'
import { type AskedField, Product, type ProductKind, type StockMode, Variant } from './product.ts'

/** A product with everything that its seller can change. */
export interface CatalogProduct {
  id: string
  name: string
  description: string
  kind: ProductKind
  isActive: boolean
  asks: AskedField[]
  category: string | null
  image: { storageKey: string; width: number; height: number } | null
  variants: CatalogVariant[]
  /** Names of all categories of the shop, to choose from. */
  categories: string[]
}

export interface CatalogVariant {
  id: string
  name: string
  price: number
  stockMode: StockMode
  isActive: boolean
  /** Null without end. */
  available: number | null
  lowStockAt: number | null
  /** What a customer gets, where that is a file or a content. */
  goods: string | null
}

/** Refuses `not_found`. */
export async function findCatalogProduct(
  app: Needs<'em'>,
  accountId: number,
  productId: string,
): Promise<CatalogProduct> {
  const em = app.em({ accountId })
  const product = await em.findOne(Product, { publicId: productId }, { populate: ['category', 'image'] })
  if (!product) throw new Refusal('not_found', 'There is no such product')
  const variants = await em.find(
    Variant,
    { product: product.id },
    { populate: ['file', 'content'], orderBy: { position: 'asc', id: 'asc' } },
  )
  const counts = await countStock(em, variants)
  const categories = await em.find(Category, {}, { orderBy: { name: 'asc' }, fields: ['name'] })
  const { name, description, kind, isActive, asks, category, image } = product
  return {
    ...{ id: product.publicId, name, description, kind, isActive, asks },
    category: category?.name ?? null,
    image: image?.isActive ? { storageKey: image.storageKey, width: image.width, height: image.height } : null,
    variants: variants.map(variant => ({
      id: variant.publicId,
      name: variant.name,
      price: variant.price,
      stockMode: variant.stockMode,
      isActive: variant.isActive,
      available: counts.get(variant.id) ?? null,
      lowStockAt: variant.lowStockAt,
      goods: variant.file?.originalName ?? variant.content?.title ?? null,
    })),
    categories: categories.map(one => one.name),
  }
}
