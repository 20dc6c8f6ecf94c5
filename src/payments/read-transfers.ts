import type { IncomingTransfer } from '../connectors/connector.ts'
import { holder } from '../lib/holder.ts'
import type { Started } from '../lib/started.ts'
import type { Needs } from '../needs.ts'
import { type ConnectionRow, connectionColumns, describeFailure, type Line, openLine } from './connection-call.ts'
import { noteFailure, noteSuccess } from './connection-health.ts'
import type { TransferSource } from './settle-together.ts'
import { settleTransfers } from './settle-transfers.ts'

type ReadNeeds = Needs<
  'sql' | 'transaction' | 'em' | 'now' | 'connectors' | 'seal' | 'outbound' | 'reactions' | 'wake' | 'log'
>

interface ClaimedReading extends ConnectionRow {
  watermark: Date
  /** Rows that a provider showed late are looked for once an hour, and after every failure. */
  isWholeDay: boolean
  token: string
}

// Twice what one page may take; it is renewed with every page.
const leaseS = 30
const overlapMs = 300_000
const wholeDayMs = 86_400_000
const pagesMax = 1000

/**
 * Claims connections where an open payment or one in its late window waits for money, reads each from a few minutes before
 * its watermark to the end (from a day before it once an hour, and after every failure and start), settles what is new in the
 * order of the provider's time, and only then moves the watermark forward. Where nobody waits, one look an hour finds the rest.
 */
export async function readTransfers(app: ReadNeeds, limit: number): Promise<Started> {
  const listing = Object.values(app.connectors).filter(connector => connector.transfers)
  const ids = listing.map(({ id }) => id)
  const claimed = await app.sql.query<ClaimedReading>(claimSql, [limit, ids, leaseS, holder, app.now()])
  return {
    work: claimed.map(async reading => {
      try {
        await readOne(app, reading)
      } catch (error) {
        app.log.error({ err: error, connection: reading.connectionId }, 'a connection could not be worked on')
      }
    }),
  }
}

// One that is switched off is read while an amount is held for its money.
const claimSql = `
  update reading r set lease_token = gen_random_uuid(), lease_holder = $4, leased_until = now() + make_interval(secs => $3)
  from connection c, (
    select w.connection_id from reading w join connection c on c.id = w.connection_id
    where c.removed_at is null and c.connector = any($2) and w.due_at <= now() and w.leased_until < now()
      and ((c.is_active and w.whole_day_at <= now())
        or exists (select 1 from hold h where h.receiving_account_id = c.receiving_account_id and h.held_until > $5)
        or exists (select 1 from charge g where g.connection_id = c.id and g.state = 'coded' and not g.is_closed))
    order by w.due_at limit $1
    for update of w skip locked) due
  where r.connection_id = due.connection_id and c.id = r.connection_id
  returning r.watermark, r.whole_day_at <= now() or r.failures > 0 as "isWholeDay", r.lease_token as token, ${connectionColumns}`

async function readOne(app: ReadNeeds, reading: ClaimedReading): Promise<void> {
  const line = openLine(app, reading)
  try {
    const askedAt = app.now()
    const source = {
      connectionId: reading.connectionId,
      accountId: reading.connectionAccountId,
      receivingAccountId: reading.receivingAccountId,
      window: line.window,
    }
    const since = new Date(reading.watermark.getTime() - (reading.isWholeDay ? wholeDayMs : overlapMs))
    const seen = await readToTheEnd(app, reading, line, since)
    await noteSuccess(app, reading)
    await settleNew(app, source, seen)
    const watermark = new Date(askedAt.getTime() - line.window.lagS * 1000)
    await app.sql.write(readSql, [
      reading.connectionId,
      reading.token,
      watermark,
      line.window.intervalS,
      reading.isWholeDay,
    ])
  } catch (error) {
    const failure = describeFailure(line, error)
    const { kind, sentence } = failure
    app.log.warn({ connection: reading.connectionId, kind, error: sentence }, 'incoming transfers could not be read')
    try {
      await app.sql.write(failedSql, [reading.connectionId, reading.token, sentence, line.window.intervalS])
      await noteFailure(app, reading, failure)
    } catch (trouble) {
      app.log.error({ err: trouble, connection: reading.connectionId }, 'a failed read could not be written down')
    }
  }
}

async function readToTheEnd(
  app: ReadNeeds,
  reading: ClaimedReading,
  line: Line,
  since: Date,
): Promise<IncomingTransfer[]> {
  const seen: IncomingTransfer[] = []
  let cursor: string | null = null
  for (let page = 1; ; page++) {
    const answer = await line.connector.transfers!(line.call, { since, cursor })
    seen.push(...answer.transfers)
    cursor = answer.cursor
    if (cursor === null) return seen
    if (page === pagesMax) throw new Error(`the list did not end after ${pagesMax} pages`)
    await keepLease(app, reading)
  }
}

// Another reader does no harm, since transfers are stored once; it would only ask the provider twice.
async function keepLease(app: ReadNeeds, reading: ClaimedReading): Promise<void> {
  const kept = await app.sql.write(
    `update reading set leased_until = now() + make_interval(secs => $3) where connection_id = $1 and lease_token = $2`,
    [reading.connectionId, reading.token, leaseS],
  )
  if (kept === 0) throw new Error('the read was taken over by another process')
}

async function settleNew(app: ReadNeeds, source: TransferSource, seen: IncomingTransfer[]): Promise<void> {
  const known = await app.sql.query<{ reference: string }>(
    'select reference from transfer where receiving_account_id = $1 and reference = any($2)',
    [source.receivingAccountId, seen.map(transfer => transfer.reference)],
  )
  const stored = new Set(known.map(row => row.reference))
  const fresh = seen.filter(transfer => !stored.has(transfer.reference))
  fresh.sort((one, other) => (one.occurredAt?.getTime() ?? Infinity) - (other.occurredAt?.getTime() ?? Infinity))
  await settleTransfers(app, source, fresh)
}

const readSql = `
  update reading set watermark = greatest(watermark, $3), due_at = now() + make_interval(secs => $4 * (1 + random() * 0.1)),
    whole_day_at = case when $5 then now() + make_interval(secs => 3600 * (0.9 + random() * 0.1)) else whole_day_at end,
    failures = 0, last_error = null, lease_token = null, leased_until = '-infinity'
  where connection_id = $1 and lease_token = $2`

const failedSql = `
  update reading set failures = failures + 1, last_error = $3, lease_token = null, leased_until = '-infinity',
    due_at = now() + make_interval(secs => greatest($4, least(60, $4 * power(2, least(failures, 6))) * (0.8 + random() * 0.4)))
  where connection_id = $1 and lease_token = $2`
