import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Product } from './product.ts'

/** Shows a product to customers, or hides it from them. Refuses `not_found`. */
export async function showProduct(
  app: Needs<'em'>,
  accountId: number,
  productId: string,
  isActive: boolean,
): Promise<void> {
  const changed = await app.em({ accountId }).nativeUpdate(Product, { publicId: productId }, { isActive })
  if (changed === 0) throw new Refusal('not_found', 'There is no such product')
}
