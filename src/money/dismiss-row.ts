import { type Actor, recordAct } from '../accounts/audit.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { SetAsideRow } from './set-aside-row.ts'

/**
 * Records that a person has checked an unreadable row. It no longer keeps payments from expiring, and its money is
 * accepted by hand. A second call changes nothing. Refuses `not_found`.
 */
export async function dismissRow(
  app: Needs<'transaction' | 'now'>,
  { accountId, connectionId, rowId }: { accountId: number; connectionId: number; rowId: number },
  by: Actor,
): Promise<void> {
  await app.transaction({ accountId }, async tx => {
    const own = { id: rowId, connection: connectionId }
    const resolved = { resolvedAt: app.now(), resolvedBy: by.actor }
    if ((await tx.em.nativeUpdate(SetAsideRow, { ...own, resolvedAt: null }, resolved)) === 0) {
      if ((await tx.em.count(SetAsideRow, own)) === 0) throw notFound('row')
      return
    }
    await recordAct(app, tx, { accountId, ...by, act: 'row.dismissed', subject: `row ${rowId}` })
    tx.wake('payments')
  })
}
