import { type Acting, audit } from '../accounts/audit.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { SetAsideRow } from './set-aside-row.ts'

/**
 * A person has looked at a row that was not understood: it keeps no payment from expiring any more, and money that it
 * told of is accepted by hand. A second time it changes nothing. Refuses `not_found`.
 */
export async function dismissRow(
  app: Needs<'transaction' | 'now'>,
  { accountId, connectionId, rowId }: { accountId: number; connectionId: number; rowId: number },
  by: Acting,
): Promise<void> {
  await app.transaction({ accountId }, async tx => {
    const own = { id: rowId, connection: connectionId }
    const resolved = { resolvedAt: app.now(), resolvedBy: by.actor }
    if ((await tx.em.nativeUpdate(SetAsideRow, { ...own, resolvedAt: null }, resolved)) === 0) {
      if ((await tx.em.count(SetAsideRow, own)) === 0) throw notFound('row')
      return
    }
    await audit(app, tx, { accountId, ...by, act: 'row.dismissed', subject: `row ${rowId}` })
    tx.wake('payments')
  })
}
