import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Connection } from './connection.ts'

const uniqueViolation = '23505'

/**
 * Takes a connection out of use for new payments, or back into it. Money for payments that are open is still looked for.
 * Returns false when it was so before. Refuses `not_found`, and `invalid_request` where another has taken its place.
 */
export async function switchConnection(
  app: Needs<'em'>,
  accountId: number,
  { connectionId, isActive }: { connectionId: number; isActive: boolean },
): Promise<boolean> {
  const em = app.em('installation')
  const own = { id: connectionId, account: accountId, removedAt: null }
  try {
    const switched = await em.nativeUpdate(Connection, { ...own, isActive: !isActive }, { isActive })
    if (switched === 1) return true
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error
    throw refuseField('connection', 'another connection is in use in its place: switch that one off first')
  }
  if ((await em.count(Connection, own)) === 0) throw new Refusal('not_found', 'There is no such connection')
  return false
}
