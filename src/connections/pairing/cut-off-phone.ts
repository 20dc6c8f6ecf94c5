import { type Actor, recordAct } from '../../accounts/audit.ts'
import type { AccountScope } from '../../database/scope.ts'
import { notFound, Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Connection } from '../connection.ts'
import { openPhone, renewKey } from './renew-key.ts'

/**
 * Cuts off a connection's phone: its key becomes invalid, and its app ends the pairing at its next request. Refuses
 * `not_found`, and `not_ready` if another phone was paired concurrently.
 */
export async function cutOffPhone(
  app: Needs<'em' | 'transaction' | 'now' | 'seal' | 'connectors'>,
  scope: Required<AccountScope>,
  connectionId: number,
  by: Actor,
): Promise<void> {
  const found = await app.em(scope).findOne(Connection, { id: connectionId, removedAt: null })
  const opened = openPhone(app, found)
  if (!opened) throw notFound('connection')
  await app.transaction(scope, async tx => {
    const renewed = await renewKey(app, tx, opened, null)
    if (!renewed) throw new Refusal('not_ready', 'Another phone was paired at this moment: look again')
    const subject = `connection ${connectionId}`
    await recordAct(app, tx, { accountId: scope.accountId, ...by, act: 'connection.cut_off', subject })
  })
}
