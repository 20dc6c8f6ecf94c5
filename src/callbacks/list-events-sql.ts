/**
 * The moment before which no event can appear any more: the beginning of the oldest transaction that may still commit, as an event carries the time
 * at which its transaction began. The second taken off is for transactions that have begun and are not visible yet; none that writes lives for five
 * minutes.
 */
export const completeUntilSql = `
  select coalesce(min(xact_start), now()) - interval '1 second' as moment
  from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and xact_start > now() - interval '5 minutes'`
