export const productKinds = ['physical', 'service', 'digital'] as const
export type ProductKind = (typeof productKinds)[number]

/** How a variant is kept: by number, by serial lines of which each is sold once, or without end. */
export const stockModes = ['counter', 'serial', 'unlimited', 'file', 'content'] as const
export type StockMode = (typeof stockModes)[number]

/** What a customer is asked for before an order with this product. */
export const askedFields = ['note', 'phone', 'address'] as const
export type AskedField = (typeof askedFields)[number]

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
