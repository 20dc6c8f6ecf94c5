import type { Needs } from '../needs.ts'
import { SetAsideRow } from './set-aside-row.ts'

const shownMax = 20

/**
 * The rows of a connection's list that are not understood and that nobody has looked at: the oldest of them, and how
 * many there are.
 */
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
