import { raw } from '@mikro-orm/core'
import { attachConnections } from '../connections/attach-connections.ts'
import type { Connection } from '../connections/connection.ts'
import { type ConnectionLine, describeFailure, openLine } from '../connections/connection-call.ts'
import { recordFailure, recordSuccess } from '../connections/connection-health.ts'
import { Reading } from '../connections/reading.ts'
import { ConnectorError } from '../connectors/connector.ts'
import { toInstances } from '../database/columns.ts'
import { insistOnRecord, isDatabaseUnavailable } from '../database/insist-on-record.ts'
import { startOfTime } from '../database/open-ended.ts'
import { leaseHolder } from '../lib/holder.ts'
import { createKeeperPerDatabase, createLeaseKeeper, type HeldLease } from '../lib/lease-keeper.ts'
import { type StartedWork, startEach } from '../lib/started.ts'
import type { Needs } from '../needs.ts'
import { followHistory } from './follow-history.ts'
import { type PageRef, type ReadPages, type ReadStop, readPages } from './read-pages.ts'
import { claimSql, knownSql, readSql } from './read-transfers-sql.ts'
import { readingLeaseS, renewReadings } from './renew-readings.ts'
import { findContradictions, setRowsAside } from './set-rows-aside.ts'
import type { TransferSource } from './settle-together.ts'
import { settleTransfers } from './settle-transfers.ts'

type ReadNeeds = Needs<
  | 'config'
  | 'sql'
  | 'transaction'
  | 'em'
  | 'now'
  | 'connectors'
  | 'seal'
  | 'outbound'
  | 'reactions'
  | 'wake'
  | 'log'
  | 'slots'
  | 'calendar'
>

interface Claimed {
  /**
   * The reading. Rows that a provider listed late are looked for once an hour, and after every failure: then the
   * `whole` day is read.
   */
  reading: Readonly<Reading> & { whole: boolean }
  connection: Connection
  lease: HeldLease
  line: ConnectionLine
}

const renewEveryMs = 10_000
/** The pause after a first failure. */
const againS = 1
const overlapMs = 300_000
const wholeDayMs = 86_400_000
// Reading the history is more expensive than a check, and only speeds up what checks find as well.
const booksS = 60
const withoutBooksS = 3600

/**
 * Reads transfers of connections for which an open payment, or one in its late window, waits for money. Each connection
 * is read from a few minutes before its watermark to the end. New transfers are settled in the order of the provider's
 * time, and only then the watermark moves forward. Once an hour, and after every failure and start, it reads a whole
 * day back. If a page of that day fails, or the day takes longer than the pause between two reads, the pages before it
 * are settled, and the next read continues there after the newest transfers. Without waiting payments, one read an hour
 * finds the rest. If a provider has a history besides its answers about single codes, it is read once a minute in the
 * same way.
 */
export async function readTransfers(app: ReadNeeds, limit: number): Promise<StartedWork> {
  const listing = findListingConnectors(app)
  const claim = { limit, listing, leaseS: readingLeaseS, holder: leaseHolder, now: app.now() }
  const rows = await app.sql.query(claimSql, claim)
  const claimed = await attachConnections(app, toInstances(Reading, rows))
  return startEach(
    claimed,
    ({ row }) => [row.leaseToken],
    ({ row: reading, connection }) => workOn(app, reading, connection),
  )
}

/** Returns the providers that list transfers. */
export function findListingConnectors({ connectors }: Needs<'connectors'>): string[] {
  const listing = Object.values(connectors).filter(connector => connector.transfers ?? connector.history)
  return listing.map(({ id }) => id)
}

const keeperFor = createKeeperPerDatabase((app: ReadNeeds) =>
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
    await read(app, claimed).catch(error => {
      if (isDatabaseUnavailable(error)) throw error
      const failedAt = performance.now()
      return insistOnRecord(readingLeaseS, () => writeFailure(app, claimed, error, failedAt))
    })
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
  const { watermark, whole, resumeCursor } = reading
  const newest = { since: before(watermark, overlapMs + slackOf(line)), cursor: null }
  // An unreliable list takes long to read, so transfers for waiting payments come first.
  const isTroubled = reading.failures > 0 || resumeCursor !== null
  if (!whole || isTroubled) {
    const stopped = await readAndSettle(app, claimed, source, newest)
    if (stopped) throw stopped.error
  }
  if (whole) {
    if (isTroubled) await insistOnRecord(readingLeaseS, () => noteNewest(app, claimed, askedAt))
    const rest = await readDay(app, claimed, source)
    if (rest) return insistOnRecord(readingLeaseS, () => pauseDay(app, claimed, rest))
  }
  await moveOn(app, claimed, askedAt, line.window.intervalS)
}

/**
 * Reads the rest of a whole day, but for no longer than an interval: payments that wait for money are not to wait for
 * its pages as well. Returns where to continue, null at the end of the day.
 */
async function readDay(app: ReadNeeds, claimed: Claimed, source: TransferSource): Promise<PageRef | null> {
  const { reading, line } = claimed
  const { watermark, resumeSince, resumeCursor } = reading
  const day = { since: before(watermark, wholeDayMs + slackOf(line)), cursor: null }
  const rest = resumeSince && resumeCursor ? { since: resumeSince, cursor: resumeCursor } : day
  const until = performance.now() + line.window.intervalS * 1000
  const stopped = await readAndSettle(app, claimed, source, { ...rest, goesOn: () => performance.now() < until })
  if (!stopped) return null
  const next = { since: rest.since, cursor: stopped.cursor }
  if (stopped.error) throw new DayStopped(stopped.error, next)
  return next
}

const before = (moment: Date, ms: number) => new Date(moment.getTime() - ms)

// A provider that reports only the day of a transfer dates it up to a day before it arrived.
const slackOf = ({ window }: ConnectionLine) => (window.skewS + window.resolutionS) * 1000

/** Settles the transfers of complete pages, and returns where a later page failed or `goesOn` returned false. */
async function readAndSettle(
  app: ReadNeeds,
  claimed: Claimed,
  source: TransferSource,
  { goesOn = () => true, ...from }: PageRef & { goesOn?: () => boolean },
): Promise<ReadStop | null> {
  const { line, connection } = claimed
  const read = await readPages(line, from, () => {
    stopIfLost(claimed)
    return goesOn()
  })
  await insistOnRecord(readingLeaseS, async () => {
    if (!read.stopped?.error) await recordSuccess(app, connection)
    await settleNew(app, source, read)
  })
  return read.stopped
}

/** Thrown for a whole day that was partly read, after the newest transfers were read. */
class DayStopped extends Error {
  readonly error: unknown
  readonly rest: PageRef

  constructor(error: unknown, rest: PageRef) {
    super('a day was read in part')
    this.error = error
    this.rest = rest
  }
}

function movedTo({ reading, line }: Claimed, askedAt: Date) {
  const watermark = new Date(askedAt.getTime() - line.window.lagS * 1000)
  return { connectionId: reading.connection.id, token: reading.leaseToken!, watermark }
}

/** Records that the newest transfers were read; the reader continues with the whole day. */
async function noteNewest(app: ReadNeeds, claimed: Claimed, askedAt: Date): Promise<void> {
  const { connectionId, token, watermark } = movedTo(claimed, askedAt)
  await app.em('shared').nativeUpdate(
    Reading,
    { connection: connectionId, leaseToken: token },
    {
      watermark: raw<Date>('greatest(watermark, ?)', [watermark]),
      failures: 0,
      lastErrorKind: null,
      lastError: null,
    },
  )
}

/** Ends the read before the end of the day: the next one begins at once, with the newest transfers. */
async function pauseDay(app: ReadNeeds, { reading }: Claimed, rest: PageRef): Promise<void> {
  const leased = { connection: reading.connection.id, leaseToken: reading.leaseToken }
  const paused = { resumeSince: rest.since, resumeCursor: rest.cursor, dueAt: raw<Date>('now()') }
  await app.em('shared').nativeUpdate(Reading, leased, { ...paused, leaseToken: null, leasedUntil: startOfTime })
}

async function moveOn(app: ReadNeeds, claimed: Claimed, askedAt: Date, pauseS: number): Promise<void> {
  // Connections that were read together are not read together forever.
  const variedS = pauseS * (1 + Math.random() * 0.1)
  const moved = { ...movedTo(claimed, askedAt), pauseS: variedS, isWhole: claimed.reading.whole }
  await insistOnRecord(readingLeaseS, () => app.sql.write(readSql, moved))
  app.wake.notifyLater('reads', variedS * 1000)
}

async function readBooks(app: ReadNeeds, claimed: Claimed): Promise<void> {
  const { reading, line } = claimed
  const { connector, call } = line
  const askedAt = app.now()
  if (!connector.hasHistory?.(call.credentials)) return moveOn(app, claimed, askedAt, withoutBooksS)
  const from = before(reading.watermark, (reading.whole ? wholeDayMs : overlapMs) + slackOf(line))
  const period = { from, to: new Date(askedAt.getTime() + line.window.skewS * 1000) }
  await followHistory(app, { connectionId: reading.connection.id, line }, period, () => stopIfLost(claimed))
  await moveOn(app, claimed, askedAt, Math.max(booksS, line.window.intervalS))
}

async function writeFailure(
  app: ReadNeeds,
  { reading, connection, line }: Claimed,
  thrown: unknown,
  failedAt: number,
): Promise<void> {
  const { error, rest } = thrown instanceof DayStopped ? thrown : { error: thrown, rest: null }
  const failure = describeFailure(line, error)
  const { kind, sentence } = failure
  app.log.warn({ connection: connection.id, kind, error: sentence }, 'incoming transfers could not be read')
  const hasList = line.connector.transfers !== undefined
  const pauseS = hasList ? line.window.intervalS : Math.max(booksS, line.window.intervalS)
  // Most outages are over in a moment, and a single further request does no harm. Reading the history costs more than
  // a check.
  const firstPauseS = hasList ? Math.min(againS, pauseS) : pauseS
  // The pause begins with the failure, which an unavailable database may record much later.
  const passedS = (performance.now() - failedAt) / 1000
  const dueAt = raw<Date>(
    `now() + make_interval(secs => greatest(0, -? + case failures when 0 then ? * (0.8 + random() * 0.4)
      else greatest(?, least(60, ? * power(2, least(failures - 1, 6))) * (0.8 + random() * 0.4)) end))`,
    [passedS, firstPauseS, pauseS, pauseS],
  )
  const failures = raw<number>('failures + 1')
  const failed = {
    failures,
    lastErrorKind: kind,
    lastError: sentence,
    wholeDayAt: startOfTime,
    ...(rest && { resumeSince: rest.since, resumeCursor: rest.cursor }),
    leaseToken: null,
    leasedUntil: startOfTime,
    dueAt,
  }
  const leased = { connection: connection.id, leaseToken: reading.leaseToken }
  await app.em('shared').nativeUpdate(Reading, leased, failed)
  if (reading.failures === 0) app.wake.notifyLater('reads', 1000 * Math.max(0, firstPauseS * 1.2 - passedS))
  // Its codes are still checked one by one, so an unreadable history closes nothing.
  if (!hasList) return
  // An unreadable list is as bad as no list.
  const isUnreadable = error instanceof ConnectorError && kind === 'unexpected'
  await recordFailure(app, connection, isUnreadable ? { ...failure, kind: 'unreachable' } : failure)
}

// Another reader does no harm, since transfers are stored once; it would only send the provider double requests.
function stopIfLost({ lease }: Claimed): void {
  if (lease.isLost()) throw new Error('the read was taken over by another process')
}

async function settleNew(app: ReadNeeds, source: TransferSource, { seen, odd }: ReadPages): Promise<void> {
  if (seen.length + odd.length === 0) return
  const references = seen.map(transfer => transfer.reference)
  const { receivingAccountId } = source
  const knownReferences = await app.sql.query(knownSql, { receivingAccountId, references })
  const stored = new Map(knownReferences.map(({ reference, amount }) => [reference, amount]))
  const contradicted = findContradictions(seen, stored)
  const fresh = seen.filter(transfer => !stored.has(transfer.reference) && !contradicted.has(transfer))
  fresh.sort((one, other) => (one.occurredAt?.getTime() ?? Infinity) - (other.occurredAt?.getTime() ?? Infinity))
  await settleTransfers(app, source, fresh)
  await setRowsAside(app, source, { odd: [...odd, ...contradicted.values()], told: fresh })
}
