import { type Actor, commandActor, recordAct } from '../../accounts/audit.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Connection } from '../connection.ts'
import { TracedExchange } from './traced-exchange.ts'

/** The number of exchanges that a trace stores. */
export const exchangesMax = 10

/** Starts to store the next ten exchanges with a connection's provider, deleting earlier ones. Refuses `not_found`. */
export async function startTrace(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  connectionId: number,
  by: Actor = commandActor,
): Promise<void> {
  await app.transaction({ accountId, mode: 'both' }, async tx => {
    const own = { id: connectionId, removedAt: null }
    if ((await tx.em.nativeUpdate(Connection, own, { traceLeft: exchangesMax })) === 0) throw notFound('connection')
    await tx.em.nativeDelete(TracedExchange, { connection: connectionId })
    await recordAct(app, tx, { accountId, ...by, act: 'connection.traced', subject: `connection ${connectionId}` })
  })
}
