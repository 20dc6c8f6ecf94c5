import { type Actor, recordAct } from '../../accounts/audit.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { type UnreadContent, UnreadRow, unreadContext } from './unread-row.ts'

export interface OpenedUnread {
  row: UnreadRow
  /** The text; null if it was not stored. */
  content: UnreadContent | null
}

/** Opens the text of a notification for a person, and records who did so. Refuses `not_found`, also once deleted. */
export async function openUnread(
  app: Needs<'transaction' | 'now' | 'seal'>,
  { accountId, connectionId, unreadId }: { accountId: number; connectionId: number; unreadId: number },
  by: Actor,
): Promise<OpenedUnread> {
  return app.transaction({ accountId }, async tx => {
    const row = await tx.em.findOne(UnreadRow, { id: unreadId, connection: connectionId })
    if (!row) throw notFound('notification')
    if (row.sealedContent === null) return { row, content: null }
    const content: UnreadContent = JSON.parse(app.seal.open(row.sealedContent, unreadContext(row)))
    const detail = { connection: connectionId, package: row.packageName }
    await recordAct(app, tx, { accountId, ...by, act: 'unread.opened', subject: `unread ${unreadId}`, detail })
    return { row, content }
  })
}
