import type { Config } from '../config.ts'
import type { Needs } from '../needs.ts'
import { deleteSql } from './forget-old-sql.ts'

interface Kind {
  table: string
  days: keyof Config['keptDays']
  /** `$1` is the business time before which it is old, `$2` the same in real time. */
  isOld: string
}

const kinds: Kind[] = [
  { table: 'idempotency', days: 'idempotencyKeys', isOld: 'created_at < $1' },
  { table: 'answered_request', days: 'idempotencyKeys', isOld: 'created_at < $1' },
  {
    table: 'delivery_attempt',
    days: 'callbackAttempts',
    isOld: `attempted_at < $1
      and exists (select 1 from delivery d where d.id = delivery_attempt.delivery_id and d.state <> 'pending')`,
  },
  { table: 'api_request', days: 'requests', isOld: 'received_at < $1' },
  { table: 'notice', days: 'notices', isOld: `state <> 'pending' and ended_at < $1` },
  { table: 'session', days: 'sessions', isOld: 'expires_at < $1 or revoked_at < $1' },
  { table: 'one_time_code', days: 'signInTries', isOld: 'expires_at < $1' },
  { table: 'attempt', days: 'signInTries', isOld: 'until < $1' },
  { table: 'merchant_link', days: 'updates', isOld: 'expires_at < $1' },
  // Telegram repeats an update for 24 hours; until it is forgotten, its row says that it is known.
  { table: 'inbox', days: 'updates', isOld: `state <> 'received' and received_at < $2` },
  { table: 'form', days: 'forms', isOld: 'updated_at < $2' },
  { table: 'connect_attempt', days: 'forms', isOld: 'expires_at < $1' },
  {
    table: 'broadcast_recipient',
    days: 'notices',
    // By its key, however many rows of younger ones there are.
    isOld: 'broadcast_id = any(array(select id from broadcast where ended_at < $1))',
  },
  // A file that is wanted again is sent to Telegram again.
  { table: 'telegram_file', days: 'notices', isOld: 'created_at < $2' },
]

const batchMax = 1000
const batchesMax = 100
const dayMs = 86_400_000

/**
 * Deletes what nobody needs any more, in small batches that hold no lock for long, until nothing old is left or the signal
 * says that time is over; the next sweep goes on. Payments, events and deliveries stay. Returns how many rows went.
 */
export async function forgetOld(app: Needs<'sql' | 'now' | 'config'>, signal: AbortSignal): Promise<number> {
  let forgotten = 0
  for (const { table, days, isOld } of kinds) {
    const keptMs = app.config.keptDays[days] * dayMs
    const before = [new Date(app.now().getTime() - keptMs), new Date(Date.now() - keptMs)]
    for (let batch = 0; batch < batchesMax && !signal.aborted; batch++) {
      const count = await app.sql.write(deleteSql(table, isOld), [...before, batchMax])
      forgotten += count
      if (count < batchMax) break
    }
  }
  return forgotten
}
