import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { isUniqueViolation } from '../database/unique-violation.ts'
import { notFound, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Connection } from './connection.ts'

/**
 * Disables a connection for new payments, or enables it again. Money for open payments is still read. Returns false if
 * nothing changed. Refuses `not_found`, and `invalid_request` if another connection has replaced it.
 */
export async function switchConnection(
  app: Needs<'em' | 'transaction' | 'now'>,
  accountId: number,
  { connectionId, isActive }: { connectionId: number; isActive: boolean },
  by: Actor = commandActor,
): Promise<boolean> {
  const scope = { accountId, mode: 'both' } as const
  const own = { id: connectionId, removedAt: null }
  try {
    const switched = await app.transaction(scope, async tx => {
      if ((await tx.em.nativeUpdate(Connection, { ...own, isActive: !isActive }, { isActive })) === 0) return false
      const act = isActive ? 'connection.on' : 'connection.off'
      await recordAct(app, tx, { accountId, ...by, act, subject: `connection ${connectionId}` })
      return true
    })
    if (switched) return true
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw refuseField(
      'connection',
      'another connection is in use in its place: switch that one off first',
      'another_in_place',
    )
  }
  if ((await app.em(scope).count(Connection, own)) === 0) throw notFound('connection')
  return false
}
