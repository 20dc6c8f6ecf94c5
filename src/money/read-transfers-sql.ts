import { Reading } from '../connections/reading.ts'
import { selectColumns } from '../database/columns.ts'
import { statement } from '../lib/statement.ts'

// Every connection that waits for money is read every few seconds, by whichever process has capacity.

// Finds out from the ends of three indexes whether any payment waits for money; checked once, before connections are
// examined. A hold without an end belongs to a pending payment.
const anyIsAwaited = `(select max(expires_at) from payment_state where status = 'pending') is not null
      or (select max(held_until) from hold where held_until < 'infinity') > :now
      or (select max(connection_id) from charge where state = 'coded' and not is_closed) is not null`

const readable = (isTimeForWhole: string) => `c.connector = any(:listing) and c.removed_at is null
    and w.due_at <= now() and w.leased_until < now()
    and (${isTimeForWhole} or ${anyIsAwaited})
    and ((c.is_active and ${isTimeForWhole})
      or exists (select 1 from hold h where h.receiving_account_id = c.receiving_account_id and h.held_until > :now)
      or exists (select 1 from charge g where g.connection_id = c.id and g.state = 'coded' and not g.is_closed))`

// Connections without waiting payments read whole days, and are claimed together.
const wholeDaysTogetherS = 30

/**
 * Counts connections of `:listing`, the providers that list transfers, that wait for money and are due. Counted,
 * because usually none is: for a first row PostgreSQL searches each connection and then all of them, which costs two
 * thirds more.
 */
export const readingsDueSql = `from (
    select count(*) as found from reading w join connection c on c.id = w.connection_id
    where ${readable(`w.whole_day_at <= now() - interval '${wholeDaysTogetherS} s'`)}) waiting where found > 0`

interface Claim {
  limit: number
  /** The connectors that list transfers. */
  listing: string[]
  leaseS: number
  holder: string
  now: Date
}

/**
 * Claims connections. Connectors take turns, and within each those that failed come last, so that a hanging provider
 * does not delay the others. An inactive connection is read while an amount is held for its money.
 */
export const claimSql = statement<Claim, { whole: boolean }>(`
  update reading r set lease_token = gen_random_uuid(), lease_holder = :holder,
    leased_until = now() + make_interval(secs => :leaseS)
  from (
    select w.connection_id from reading w
    join (
      select w.connection_id,
        row_number() over (partition by c.connector order by w.failures > 0, w.due_at) as turn
      from reading w join connection c on c.id = w.connection_id
      where ${readable('w.whole_day_at <= now()')}) waiting on waiting.connection_id = w.connection_id
    where w.due_at <= now() and w.leased_until < now()
    order by waiting.turn, w.due_at limit :limit
    for no key update of w skip locked) due
  where r.connection_id = due.connection_id
  returning ${selectColumns(Reading, 'r')}, r.whole_day_at <= now() or r.failures > 0 as whole`)

interface StoredReferences {
  receivingAccountId: number
  references: string[]
}

/** Finds transfers that are already stored. */
export const knownSql = statement<StoredReferences, { reference: string; amount: number }>(`
  select reference, amount from transfer
  where receiving_account_id = :receivingAccountId and reference = any(:references)`)

interface Read {
  connectionId: number
  token: string
  /** The seconds until the next read. */
  pauseS: number
  /** The moment before which everything is stored. */
  watermark: Date
  /** Whether the read covered a whole day. */
  isWhole: boolean
}

export const readSql = statement<Read>(`
  update reading set watermark = greatest(watermark, :watermark),
    due_at = now() + make_interval(secs => :pauseS),
    whole_day_at = case when :isWhole then now() + make_interval(secs => 3600 * (0.9 + random() * 0.1))
      else whole_day_at end,
    resume_since = case when :isWhole then null else resume_since end,
    resume_cursor = case when :isWhole then null else resume_cursor end,
    failures = 0, last_error_kind = null, last_error = null, lease_token = null, leased_until = '-infinity'
  where connection_id = :connectionId and lease_token = :token`)
