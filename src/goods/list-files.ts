import type { Needs } from '../needs.ts'
import type { AskedGoods } from './asked-goods.ts'
import { DigitalFile } from './digital-file.ts'

/** The digital files of an account, newest first; those that are switched off only where they are asked for. */
export async function listFiles(
  app: Needs<'slowly'>,
  accountId: number,
  { activeOnly, ...place }: AskedGoods,
): Promise<DigitalFile[]> {
  return app.slowly(
    ({ em }) =>
      em({ accountId }).find(DigitalFile, activeOnly ? { isActive: true } : {}, { orderBy: { id: 'desc' }, ...place }),
    { accountId },
  )
}
