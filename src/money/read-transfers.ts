import { raw } from '@mikro-orm/core'
import type { Connection } from '../connections/connection.ts'
import { describeFailure, type Line, openLine } from '../connections/connection-call.ts'
import { recordFailure, recordSuccess } from '../connections/connection-health.ts'
import { Reading } from '../connections/reading.ts'
import { withConnections } from '../connections/with-connections.ts'
import { ConnectorError, type IncomingTransfer } from '../connectors/connector.ts'
import type { OddRow } from '../connectors/odd-row.ts'
import { instancesOf } from '../database/columns.ts'
import { firstMoment } from '../database/open-ended.ts'
import { holder } from '../lib/holder.ts'
import { createLeaseKeeper, type HeldLease, keeperOfDatabase } from '../lib/lease-keeper.ts'
import type { Started } from '../lib/started.ts'
import type { Needs } from '../needs.ts'
import { followHistory } from './follow-history.ts'
import { claimSql, knownSql, readSql } from './read-transfers-sql.ts'
import { readingLeaseS, renewReadings } from './renew-readings.ts'
import { findContradictions, setRowsAside } from './set-rows-aside.ts'
import type { TransferSource } from './settle-together.ts'
import { settleTransfers } from './settle-transfers.ts'

type ReadNeeds = Needs<
  'config' | 'sql' | 'transaction' | 'em' | 'now' | 'connectors' | 'seal' | 'outbound' | 'reactions' | 'wake' | 'log'
>

interface Claimed {
  /**
   * Rows that a provider showed late are looked for once an hour, and after every failure: then the `whole` day is
   * read.
   */
  reading: Readonly<Reading> & { whole: boolean }
  connection: Connection
  lease: HeldLease
  line: Line
}

const renewEveryMs = 10_000
const overlapMs = 300_000
const wholeDayMs = 86_400_000
const pagesMax = 1000
// Reading the books costs more than a question, and only hastens what questions find as well.
const booksS = 60
const withoutBooksS = 3600

/**
 * Claims connections where an open payment or one in its late window waits for money, reads each from a few minutes
 * before its watermark to the end (from a day before it once an hour, and after every failure and start), settles what
 * is new in the order of the provider's time, and only then moves the watermark forward. Where nobody waits, one look
 * an hour finds the rest. Where a provider has books beside its answers about single codes, they are looked through
 * once a minute in the same way.
 */
export async function readTransfers(app: ReadNeeds, limit: number): Promise<Started> {
  const listing = listingConnectors(app)
  const claim = { limit, listing, leaseS: readingLeaseS, holder, now: app.now() }
  const rows = await app.sql.query(claimSql, claim)
  const claimed = await withConnections(app, instancesOf(Reading, rows))
  return { work: claimed.map(({ row: reading, connection }) => workOn(app, reading, connection)) }
}

/** The ids of the providers that list transfers. */
export function listingConnectors({ connectors }: Needs<'connectors'>): string[] {
  const listing = Object.values(connectors).filter(connector => connector.transfers ?? connector.history)
  return listing.map(({ id }) => id)
}

const keeperFor = keeperOfDatabase((app: ReadNeeds) =>
  createLeaseKeeper({
    everyMs: renewEveryMs,
    renew: tokens => renewReadings(app, tokens),
    log: app.log,
    failure: 'the leases of connections that are read could not be renewed',
  }),
)

async function workOn(app: ReadNeeds, reading: Claimed['reading'], connection: Connection): Promise<void> {
  const lease = keeperFor(app).hold(reading.leaseToken!)
  try {
    const claimed = { reading, connection, lease, line: openLine(app, connection) }
    const read = claimed.line.connector.transfers ? readOne : readBooks
    await read(app, claimed).catch(error => writeFailure(app, claimed, error))
  } catch (error) {
    app.log.error({ err: error, connection: connection.id }, 'a connection could not be worked on')
  } finally {
    lease.release()
  }
}

async function readOne(app: ReadNeeds, claimed: Claimed): Promise<void> {
  const { reading, connection, line } = claimed
  const askedAt = app.now()
  const source = {
    connectionId: connection.id,
    accountId: connection.account.id,
    receivingAccountId: connection.receivingAccount.id,
    window: line.window,
  }
  const read = await readToTheEnd(claimed, sinceOf(reading))
  await recordSuccess(app, connection)
  await settleNew(app, source, read)
  await moveOn(app, claimed, askedAt, line.window.intervalS)
}

const sinceOf = ({ watermark, whole }: Claimed['reading']) =>
  new Date(watermark.getTime() - (whole ? wholeDayMs : overlapMs))

async function moveOn(app: ReadNeeds, { reading, line }: Claimed, askedAt: Date, pauseS: number): Promise<void> {
  const watermark = new Date(askedAt.getTime() - line.window.lagS * 1000)
  const lease = { connectionId: reading.connection.id, token: reading.leaseToken! }
  await app.sql.write(readSql, { ...lease, watermark, pauseS, isWhole: reading.whole })
}

async function readBooks(app: ReadNeeds, claimed: Claimed): Promise<void> {
  const { reading, line } = claimed
  const { connector, call } = line
  const askedAt = app.now()
  if (!connector.hasHistory?.(call.credentials)) return moveOn(app, claimed, askedAt, withoutBooksS)
  const period = { from: sinceOf(reading), to: new Date(askedAt.getTime() + line.window.skewS * 1000) }
  await followHistory(app, { connectionId: reading.connection.id, line }, period, () => stopIfLost(claimed))
  await moveOn(app, claimed, askedAt, Math.max(booksS, line.window.intervalS))
}

async function writeFailure(app: ReadNeeds, { reading, connection, line }: Claimed, error: unknown): Promise<void> {
  const failure = describeFailure(line, error)
  const { kind, sentence } = failure
  app.log.warn({ connection: connection.id, kind, error: sentence }, 'incoming transfers could not be read')
  const hasList = line.connector.transfers !== undefined
  const pauseS = hasList ? line.window.intervalS : Math.max(booksS, line.window.intervalS)
  const dueAt = raw<Date>(
    `now() + make_interval(
      secs => greatest(?, least(60, ? * power(2, least(failures, 6))) * (0.8 + random() * 0.4)))`,
    [pauseS, pauseS],
  )
  const failures = raw<number>('failures + 1')
  const failed = {
    failures,
    lastErrorKind: kind,
    lastError: sentence,
    leaseToken: null,
    leasedUntil: firstMoment,
    dueAt,
  }
  const leased = { connection: connection.id, leaseToken: reading.leaseToken }
  await app.em('shared').nativeUpdate(Reading, leased, failed)
  // Its codes are still asked about one by one, so books that cannot be read close nothing.
  if (!hasList) return
  // A list that cannot be parsed is as bad as no list.
  const isUnreadable = error instanceof ConnectorError && kind === 'unexpected'
  await recordFailure(app, connection, isUnreadable ? { ...failure, kind: 'unreachable' } : failure)
}

interface ReadList {
  seen: IncomingTransfer[]
  odd: OddRow[]
}

async function readToTheEnd(claimed: Claimed, since: Date): Promise<ReadList> {
  const { connector, call } = claimed.line
  const seen: IncomingTransfer[] = []
  const odd: OddRow[] = []
  let cursor: string | null = null
  for (let page = 1; ; page++) {
    const answer = await connector.transfers!(call, { since, cursor })
    seen.push(...answer.transfers)
    odd.push(...(answer.odd ?? []))
    cursor = answer.cursor
    if (cursor === null) return { seen, odd }
    if (page === pagesMax) throw new Error(`the list did not end after ${pagesMax} pages`)
    stopIfLost(claimed)
  }
}

// Another reader does no harm, since transfers are stored once; it would only ask the provider twice.
function stopIfLost({ lease }: Claimed): void {
  if (lease.isLost()) throw new Error('the read was taken over by another process')
}

async function settleNew(app: ReadNeeds, source: TransferSource, { seen, odd }: ReadList): Promise<void> {
  if (seen.length + odd.length === 0) return
  const references = seen.map(transfer => transfer.reference)
  const { receivingAccountId } = source
  const known = await app.sql.query(knownSql, { receivingAccountId, references })
  const stored = new Map(known.map(({ reference, amount }) => [reference, amount]))
  const contradicted = findContradictions(seen, stored)
  const fresh = seen.filter(transfer => !stored.has(transfer.reference) && !contradicted.has(transfer))
  fresh.sort((one, other) => (one.occurredAt?.getTime() ?? Infinity) - (other.occurredAt?.getTime() ?? Infinity))
  await settleTransfers(app, source, fresh)
  await setRowsAside(app, source, { odd: [...odd, ...contradicted.values()], told: fresh })
}
