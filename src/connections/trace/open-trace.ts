import { type Actor, commandActor, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Connection } from '../connection.ts'
import type { Exchange } from './exchange.ts'
import { exchangeContext, TracedExchange } from './traced-exchange.ts'

export interface Trace {
  /** The number of exchanges still to be stored. */
  left: number
  /** The exchanges, oldest first. */
  exchanges: (Exchange & { at: Date })[]
}

const dayMs = 86_400_000

/** Opens a connection's stored exchanges for a person, and records who did. Refuses `not_found`. */
export async function openTrace(
  app: Needs<'transaction' | 'now' | 'seal'>,
  accountId: number,
  connectionId: number,
  by: Actor = commandActor,
): Promise<Trace> {
  return app.transaction({ accountId, mode: 'both' }, async tx => {
    const connection = await tx.em.findOne(Connection, { id: connectionId, removedAt: null })
    if (!connection) throw notFound('connection')
    const exchanges = await findExchanges(app, tx, connectionId)
    if (exchanges.length > 0) {
      await recordAct(app, tx, { accountId, ...by, act: 'trace.opened', subject: `connection ${connectionId}` })
    }
    return { left: connection.traceLeft, exchanges }
  })
}

async function findExchanges(app: Needs<'seal'>, tx: Tx, connectionId: number): Promise<Trace['exchanges']> {
  // The sweep that deletes them may be late.
  const createdAt = { $gt: new Date(Date.now() - dayMs) }
  const rows = await tx.em.find(TracedExchange, { connection: connectionId, createdAt }, { orderBy: { id: 'asc' } })
  return rows.map(row => {
    const exchange: Exchange = JSON.parse(app.seal.open(row.sealedContent, exchangeContext(connectionId)))
    return { ...exchange, at: row.createdAt }
  })
}
