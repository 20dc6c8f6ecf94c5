import type { Needs } from '../needs.ts'
import { DigitalFile } from './digital-file.ts'
import type { GoodsListRequest } from './requested-goods.ts'

/** Lists the digital files of an account, newest first; inactive ones only on request. */
export async function listFiles(
  app: Needs<'slowly'>,
  accountId: number,
  { activeOnly, ...place }: GoodsListRequest,
): Promise<DigitalFile[]> {
  return app.slowly(
    ({ em }) =>
      em({ accountId }).find(DigitalFile, activeOnly ? { isActive: true } : {}, { orderBy: { id: 'desc' }, ...place }),
    { accountId },
  )
}
