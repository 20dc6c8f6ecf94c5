import { statement } from '../lib/statement.ts'

/**
 * The moment before which no event can appear any more: the beginning of the oldest transaction that may still commit,
 * as an event carries the time at which its transaction began. The second taken off is for transactions that have begun
 * and are not visible yet; none that writes lives for five minutes.
 *
 * `place` is where the log of this server ends, for a replica how much of it is there to be read: what a primary
 * answers here is on every replica that has come as far.
 */
export const completeUntil = statement<object, { moment: Date; place: number }>(`
  select coalesce(min(xact_start), now()) - interval '1 second' as moment,
    (case
      when pg_is_in_recovery() then pg_last_wal_replay_lsn()
      else pg_current_wal_insert_lsn()
    end - '0/0')::bigint as place
  from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and xact_start > now() - interval '5 minutes'`)
