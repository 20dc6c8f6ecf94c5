import type { Needs } from '../needs.ts'
import { SetAsideRow } from './set-aside-row.ts'

const shownMax = 20

/** Lists the unreadable rows of a connection that no person has checked: the oldest ones and the total number. */
export async function listRowsAside(
  app: Needs<'em'>,
  accountId: number,
  connectionId: number,
): Promise<{ rows: SetAsideRow[]; count: number }> {
  const open = { connection: connectionId, resolvedAt: null }
  const [rows, count] = await app
    .em({ accountId })
    .findAndCount(SetAsideRow, open, { orderBy: { id: 'asc' }, limit: shownMax })
  return { rows, count }
}
