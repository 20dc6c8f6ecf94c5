import type { Needs } from '../needs.ts'
import type { AskedGoods } from './asked-goods.ts'
import { ProductImage } from './product-image.ts'

/** The product images of an account, newest first; those that are switched off only where they are asked for. */
export async function listImages(
  app: Needs<'slowly'>,
  accountId: number,
  { activeOnly, ...place }: AskedGoods,
): Promise<ProductImage[]> {
  return app.slowly(
    ({ em }) =>
      em({ accountId }).find(ProductImage, activeOnly ? { isActive: true } : {}, { orderBy: { id: 'desc' }, ...place }),
    { accountId },
  )
}
