import type { Config } from '../config.ts'
import { statement } from '../lib/statement.ts'
import type { Needs } from '../needs.ts'
import { listAdditions } from '../slots.ts'

declare module '../slots.ts' {
  interface Slots {
    /** Rows of a module's tables that are deleted after some time. */
    oldRows: OldRows
  }
}

export interface OldRows {
  table: string
  /** The name of a setting, or a fixed number of days. */
  days: keyof Config['keptDays'] | number
  /** The condition for old rows; `:before` is a business time, `:realBefore` the same in real time. */
  isOld: string
}

const kinds: OldRows[] = [
  { table: 'idempotency', days: 'idempotencyKeys', isOld: 'created_at < :before' },
  { table: 'answered_request', days: 'idempotencyKeys', isOld: 'created_at < :before' },
  {
    table: 'delivery_attempt',
    days: 'callbackAttempts',
    isOld: `attempted_at < :before
      and exists (select 1 from delivery d where d.id = delivery_attempt.delivery_id and d.state <> 'pending')`,
  },
  { table: 'api_request', days: 'requests', isOld: 'received_at < :before' },
  { table: 'notice', days: 'notices', isOld: `state <> 'pending' and ended_at < :before` },
  { table: 'session', days: 'sessions', isOld: 'expires_at < :before or revoked_at < :before' },
  { table: 'one_time_code', days: 'signInTries', isOld: 'expires_at < :before' },
  { table: 'attempt', days: 'signInTries', isOld: 'until < :before' },
  { table: 'merchant_link', days: 'updates', isOld: 'expires_at < :before' },
  // Telegram repeats an update for up to 24 hours, during which its row marks it as known.
  { table: 'inbox', days: 'updates', isOld: `state <> 'received' and received_at < :realBefore` },
  { table: 'form', days: 'forms', isOld: 'updated_at < :realBefore' },
  // Private text, which a person can view for a week.
  { table: 'unread_notification', days: 'unread', isOld: 'received_at < :before' },
  // Traces of customers' and providers' requests are only viewed on the same day.
  { table: 'traced_exchange', days: 1, isOld: 'created_at < :realBefore' },
  { table: 'connect_attempt', days: 'forms', isOld: 'expires_at < :before' },
  // A file that is needed later is uploaded to Telegram again.
  { table: 'telegram_file', days: 'notices', isOld: 'created_at < :realBefore' },
  // Allows comparing a year with the previous one.
  { table: 'search_miss', days: 'notices', isOld: `day < (:before::timestamptz - interval '2 years')::date` },
]

const batchMax = 1000
const batchesMax = 100
const dayMs = 86_400_000

/**
 * Deletes obsolete rows, in small batches that hold no lock for long, until none is left or the signal aborts; the next
 * sweep continues. Payments, events and callbacks are kept. Returns the number of rows deleted.
 */
export async function deleteOldRows(
  app: Needs<'sql' | 'now' | 'config' | 'slots'>,
  signal: AbortSignal,
): Promise<number> {
  let forgotten = 0
  for (const { table, days, isOld } of [...kinds, ...listAdditions(app, 'oldRows')]) {
    const keptMs = (typeof days === 'number' ? days : app.config.keptDays[days]) * dayMs
    const values = {
      before: new Date(app.now().getTime() - keptMs),
      realBefore: new Date(Date.now() - keptMs),
      limit: batchMax,
    }
    for (let batch = 0; batch < batchesMax && !signal.aborted; batch++) {
      const count = await app.sql.write(deleteSql(table, isOld), values)
      forgotten += count
      if (count < batchMax) break
    }
  }
  return forgotten
}

// Deletes by physical position, for millions of rows in several tables without long locks.
const deleteSql = (table: string, isOld: string) =>
  statement<{ before: Date; realBefore: Date; limit: number }>(`
  delete from ${table} where ctid = any(array(select ctid from ${table} where ${isOld} limit :limit))`)
