import type { Needs } from '../needs.ts'
import { isShown } from './find-product.ts'
import { Product } from './product.ts'

/** Returns how many products the shop offers, without reading them: the home screen of every customer asks. */
export async function countProducts(app: Needs<'em'>, accountId: number): Promise<number> {
  return app.em({ accountId }).count(Product, isShown)
}
