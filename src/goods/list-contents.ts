import type { Needs } from '../needs.ts'
import { HiddenContent } from './hidden-content.ts'
import type { GoodsListRequest } from './requested-goods.ts'

/** Lists the hidden contents of an account, newest first; inactive ones only on request. */
export async function listContents(
  app: Needs<'slowly'>,
  accountId: number,
  { activeOnly, ...place }: GoodsListRequest,
): Promise<HiddenContent[]> {
  return app.slowly(
    ({ em }) =>
      em({ accountId }).find(HiddenContent, activeOnly ? { isActive: true } : {}, {
        orderBy: { id: 'desc' },
        ...place,
      }),
    { accountId },
  )
}
