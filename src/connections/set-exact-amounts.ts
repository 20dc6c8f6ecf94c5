import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { notFound, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Connection } from './connection.ts'

/**
 * Sets whether new codes of a connection ask for the exact price or add a unique code. Open codes keep their amounts.
 * Returns false if nothing changed. Refuses `not_found`, and `invalid_request` for a connection that creates no codes.
 */
export async function setExactAmounts(
  app: Needs<'em' | 'transaction' | 'now' | 'connectors'>,
  accountId: number,
  { connectionId, isExact }: { connectionId: number; isExact: boolean },
  by: Actor = commandActor,
): Promise<boolean> {
  const scope = { accountId, mode: 'both' } as const
  const own = { id: connectionId, removedAt: null }
  const connection = await app.em(scope).findOne(Connection, own)
  if (!connection) throw notFound('connection')
  if (!app.connectors[connection.connector].traits.makesCodes) {
    throw refuseField('connection', 'is matched by amount, so its amounts need unique codes', 'not_allowed')
  }
  return app.transaction(scope, async tx => {
    if ((await tx.em.nativeUpdate(Connection, { ...own, isExact: !isExact }, { isExact })) === 0) return false
    const act = isExact ? 'connection.exact' : 'connection.unique_codes'
    await recordAct(app, tx, { accountId, ...by, act, subject: `connection ${connectionId}` })
    return true
  })
}
