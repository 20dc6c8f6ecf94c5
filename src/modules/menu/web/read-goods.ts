import type { ShownProduct } from '../../../catalog/find-product.ts'
import { type FilledGroup, readOptions } from '../../../catalog/options/read-options.ts'
import { readPictures } from '../../../catalog/pictures/read-pictures.ts'
import type { ProductImage } from '../../../goods/product-image.ts'
import type { App } from '../../../needs.ts'
import type { ShownShop } from './shown-menu.ts'

export interface MenuGoods {
  product: ShownProduct
  groups: FilledGroup[]
  /** The active pictures, in order. */
  pictures: ProductImage[]
}

/** Reads everything that a product's page shows besides its variants. */
export async function readGoods(app: App, { scope }: ShownShop, product: ShownProduct): Promise<MenuGoods> {
  const em = app.em(scope)
  const groups = (await readOptions(em, [product.id])).get(product.id) ?? []
  const pictures = await readPictures(em, product)
  return { product, groups, pictures: pictures.filter(({ isActive }) => isActive) }
}
