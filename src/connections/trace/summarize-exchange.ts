import type { Connector } from '../../connectors/connector.ts'
import { statement } from '../../lib/statement.ts'
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
  app: Needs<'sql'>,
  connection: Connection,
  { connector, credentials }: { connector: Connector; credentials: unknown },
  { direction, method, address, status, verdict }: BriefExchange,
): Promise<void> {
  const accountId = connection.account.id
  const isIdle = direction === 'in' && verdict !== 'verified'
  if (isIdle && idleUnderWay.has(connection.id)) return
  if (isIdle) idleUnderWay.add(connection.id)
  try {
    const operation = connector.scrub(credentials, `${method} ${readPath(address)}`).slice(0, 200)
    const connectionId = connection.id
    const kept = summariesMax - 1
    await app.sql.write(storeSummarySql, { accountId, connectionId, direction, operation, status, verdict, kept })
  } catch {
    // See above: it never throws.
  } finally {
    if (isIdle) idleUnderWay.delete(connection.id)
  }
}

interface StoredSummary extends Omit<BriefExchange, 'method' | 'address'> {
  accountId: number
  connectionId: number
  operation: string
  /** The number of other summaries to keep. */
  kept: number
}

// A line may be lost in a crash of the database, so it does not wait for the disk.
const storeSummarySql = statement<StoredSummary>(`
  with loosely as (select set_config('synchronous_commit', 'off', true)),
  stored as (
    insert into exchange_summary (account_id, connection_id, direction, operation, status, verdict)
    select :accountId, :connectionId, :direction, :operation, :status::integer, :verdict from loosely)
  delete from exchange_summary s where s.connection_id = :connectionId and s.id in (
    select o.id from exchange_summary o where o.connection_id = :connectionId order by o.id desc offset :kept)`)

const answerEveryMs = 2_000
const answeredAt = new Map<number, number>()

/**
 * Returns whether an exchange is to be stored. Polling may send two requests a second for each connection, and each
 * line is a write. For successful requests, one line in two seconds is enough.
 */
export function isWorthStoring(
  connectionId: number,
  { method, status }: Pick<BriefExchange, 'method' | 'status'>,
  nowMs: number = performance.now(),
): boolean {
  if (method !== 'GET' || status !== 200) return true
  if (nowMs - (answeredAt.get(connectionId) ?? -answerEveryMs) < answerEveryMs) return false
  answeredAt.set(connectionId, nowMs)
  return true
}

/** The connections for which a notification without an open code is currently being stored. */
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
