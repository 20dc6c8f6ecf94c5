import type { Connector } from '../../connectors/connector.ts'
import type { Needs } from '../../needs.ts'
import type { Connection } from '../connection.ts'
import type { Exchange } from './exchange.ts'
import { ExchangeSummary, type ExchangeVerdict } from './exchange-summary.ts'

/** The number of exchanges shown for a connection. */
export const summariesMax = 10

/** The part of an exchange that is stored without its contents. */
export type BriefExchange = Pick<Exchange, 'direction' | 'method' | 'address'> & {
  status: number | null
  verdict: ExchangeVerdict
}

/** Returns whether the recent exchanges of this provider are shown, which is so if merchants paste its key. */
export function isSummarized({ keyPage }: Pick<Connector, 'keyPage'>): boolean {
  return keyPage !== undefined
}

/**
 * Stores one line about an exchange and deletes all but the newest ten. It never throws, and callers do not wait for
 * it, so that it never delays a payment or makes it fail. While a notification about no open code is being stored,
 * others of its connection are skipped, because strangers can send any number of them.
 */
export async function summarizeExchange(
  app: Needs<'em'>,
  connection: Connection,
  { connector, credentials }: { connector: Connector; credentials: unknown },
  { direction, method, address, status, verdict }: BriefExchange,
): Promise<void> {
  const own = { connection: connection.id }
  const accountId = connection.account.id
  const isIdle = direction === 'in' && verdict !== 'verified'
  if (isIdle && idleUnderWay.has(connection.id)) return
  if (isIdle) idleUnderWay.add(connection.id)
  try {
    const operation = connector.scrub(credentials, `${method} ${readPath(address)}`).slice(0, 200)
    const em = app.em({ accountId, mode: 'both' })
    await em.insert(ExchangeSummary, { account: accountId, ...own, direction, operation, status, verdict })
    const older = em.qb(ExchangeSummary, 's').select('s.id').where(own).orderBy({ id: 'desc' }).offset(summariesMax)
    await em.nativeDelete(ExchangeSummary, { ...own, id: { $in: older.toRaw() } })
  } catch {
    // See above: it never throws.
  } finally {
    if (isIdle) idleUnderWay.delete(connection.id)
  }
}

/** The connections for which such a notification is currently being stored. */
const idleUnderWay = new Set<number>()

/** Returns the recent exchanges of a connection, newest first. */
export async function listExchanges(
  app: Needs<'em'>,
  accountId: number,
  connectionId: number,
): Promise<ExchangeSummary[]> {
  return app
    .em({ accountId, mode: 'both' })
    .find(ExchangeSummary, { connection: connectionId }, { orderBy: { id: 'desc' }, limit: summariesMax })
}

// A query may contain a key.
function readPath(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : address
  return path.split('?')[0]!
}
