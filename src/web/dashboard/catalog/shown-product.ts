import type { CatalogProduct } from '../../../catalog/find-catalog-product.ts'
import type { FilledGroup } from '../../../catalog/options/read-options.ts'
import type { ProductImage } from '../../../goods/product-image.ts'
import type { ViewContext } from '../../parts/page.ts'
import type { Visit } from '../../parts/visit.ts'
import type { OwnGoods } from './stock-fields.ts'

export interface LoadedProduct {
  product: CatalogProduct
  /** The names of existing categories, to choose from. */
  categories: string[]
  goods: OwnGoods
  groups: FilledGroup[]
  /** The active pictures, in order. */
  pictures: ProductImage[]
}

export type ShownProduct = ViewContext<Visit, { product: string }, LoadedProduct>
