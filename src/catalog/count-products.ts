import type { Needs } from '../needs.ts'
import { shownProductFilter } from './find-product.ts'
import { Product } from './product.ts'

/** Returns the number of products in the shop without reading them, because every customer's home screen needs it. */
export async function countProducts(app: Needs<'em'>, accountId: number): Promise<number> {
  return app.em({ accountId }).count(Product, shownProductFilter)
}
