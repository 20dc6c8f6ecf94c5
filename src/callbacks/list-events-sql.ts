/**
 * Up to when every event is there that ever will be: before the beginning of the oldest transaction under way that may still
 * commit. An event bears the time at which its transaction began, so nothing comes before this later. The second is for
 * transactions that began and are not shown yet; none that writes lives for five minutes.
 */
export const completeUntilSql = `
  select coalesce(min(xact_start), now()) - interval '1 second' as moment
  from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and xact_start > now() - interval '5 minutes'`
