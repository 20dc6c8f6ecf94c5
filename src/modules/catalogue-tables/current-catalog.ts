import type { ProductField } from '../../catalog/product-fields.ts'
import type { VariantField } from '../../catalog/variant-fields.ts'

/** A product or variant as an export writes it; fields that a table leaves out keep these values. */
export interface CurrentVariant extends Partial<Record<VariantField['name'], string | number>> {
  key: string
  name?: string
  price: number
  stock: unknown
  active?: false
}

export interface CurrentProduct extends Partial<Record<ProductField['name'], string | number>> {
  key: string
  name: string
  category?: string
  kind: string
  picture?: string
  asks: string[]
  handovers: string[]
  active?: false
  variants: CurrentVariant[]
}

export interface CurrentCategory {
  key: string
  name: string
  active?: false
  categories?: Omit<CurrentCategory, 'categories'>[]
}

/** Everything that a shop sells as a table is read, with its places in its lists. */
export interface CurrentCatalog {
  categories: CurrentCategory[]
  products: CurrentProduct[]
  /** By `placeKey`. */
  positions: Record<string, number>
}

/** The name of a thing's place: of a category, a product, or a variant of a product. */
export function placeKey(kind: 'category' | 'product' | 'variant', ...keys: string[]): string {
  return [kind, ...keys].join(' ')
}
