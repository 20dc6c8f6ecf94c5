import type { ProductField } from '../../catalog/product-fields.ts'
import type { VariantField } from '../../catalog/variant-fields.ts'

/** A product or variant as an export writes it; fields missing in a table keep these values. */
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

/** Everything that a shop sells, for reading a table, with positions in its lists. */
export interface CurrentCatalog {
  categories: CurrentCategory[]
  products: CurrentProduct[]
  /** The positions, by `makePositionKey`. */
  positions: Record<string, number>
}

/** Returns the key of an object's position: of a category, a product, or a variant of a product. */
export function makePositionKey(kind: 'category' | 'product' | 'variant', ...keys: string[]): string {
  return [kind, ...keys].join(' ')
}
