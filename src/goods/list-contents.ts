import type { Needs } from '../needs.ts'
import type { AskedGoods } from './asked-goods.ts'
import { HiddenContent } from './hidden-content.ts'

/** The hidden contents of an account, newest first; those that are switched off only where they are asked for. */
export async function listContents(
  app: Needs<'slowly'>,
  accountId: number,
  { activeOnly, ...place }: AskedGoods,
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
