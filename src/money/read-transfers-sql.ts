import { Reading } from '../connections/reading.ts'
import { columnsOf } from '../database/columns.ts'

// Every connection that waits for money is read every few seconds, by whichever process has room.

const readable = (now: string) => `c.removed_at is null and w.due_at <= now() and w.leased_until < now()
      and ((c.is_active and w.whole_day_at <= now())
        or exists (select 1 from hold h where h.receiving_account_id = c.receiving_account_id and h.held_until > ${now})
        or exists (select 1 from charge g where g.connection_id = c.id and g.state = 'coded' and not g.is_closed))`

/** A connection of `:listing`, the providers that list transfers, waits for money and is to be read. */
export const isToBeRead = `from reading w join connection c on c.id = w.connection_id
    where c.connector = any(:listing) and ${readable(':now')}`

/**
 * $1 how many, $2 connectors that list transfers, $3 seconds of the lease, $4 holder, $5 business time. A connection that is switched off
 * is read while an amount is held for its money.
 */
export const claimSql = `
  update reading r set lease_token = gen_random_uuid(), lease_holder = $4, leased_until = now() + make_interval(secs => $3)
  from (
    select w.connection_id from reading w join connection c on c.id = w.connection_id
    where c.connector = any($2) and ${readable('$5')}
    order by w.due_at limit $1
    for update of w skip locked) due
  where r.connection_id = due.connection_id
  returning ${columnsOf(Reading, 'r')}, r.whole_day_at <= now() or r.failures > 0 as whole`

/** $1 receiving account, $2 references: those that are stored already. */
export const knownSql = 'select reference, amount from transfer where receiving_account_id = $1 and reference = any($2)'

/** $1 connection, $2 token, $3 up to when all is stored, $4 interval, $5 whether the read went a whole day back. */
export const readSql = `
  update reading set watermark = greatest(watermark, $3), due_at = now() + make_interval(secs => $4 * (1 + random() * 0.1)),
    whole_day_at = case when $5 then now() + make_interval(secs => 3600 * (0.9 + random() * 0.1)) else whole_day_at end,
    failures = 0, last_error_kind = null, last_error = null, lease_token = null, leased_until = '-infinity'
  where connection_id = $1 and lease_token = $2`

/** $1 connection, $2 token, $3 sentence, $4 interval, $5 kind. */
export const failedSql = `
  update reading set failures = failures + 1, last_error_kind = $5, last_error = $3, lease_token = null, leased_until = '-infinity',
    due_at = now() + make_interval(secs => greatest($4, least(60, $4 * power(2, least(failures, 6))) * (0.8 + random() * 0.4)))
  where connection_id = $1 and lease_token = $2`
