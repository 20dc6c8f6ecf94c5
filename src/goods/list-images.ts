import type { Needs } from '../needs.ts'
import { ProductImage } from './product-image.ts'
import type { GoodsListRequest } from './requested-goods.ts'

/** Lists the product images of an account, newest first; inactive ones only on request. */
export async function listImages(
  app: Needs<'slowly'>,
  accountId: number,
  { activeOnly, ...place }: GoodsListRequest,
): Promise<ProductImage[]> {
  return app.slowly(
    ({ em }) =>
      em({ accountId }).find(ProductImage, activeOnly ? { isActive: true } : {}, { orderBy: { id: 'desc' }, ...place }),
    { accountId },
  )
}
