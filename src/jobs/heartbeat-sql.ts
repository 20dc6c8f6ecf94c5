/** $1 this process. A process that was cut off from the database for long begins anew: the others only seemed silent to it. */
export const sayAliveSql = `
  insert into process (holder, beaten_at, steady_since) values ($1, now(), now())
  on conflict (holder) do update set beaten_at = now(),
    steady_since = case when process.beaten_at < now() - interval '3 seconds' then now() else process.steady_since end`

/** $1 this process. */
export const silentProcessesSql = `
  select p.holder, p.beaten_at < now() - interval '6 seconds' and me.steady_since < now() - interval '6 seconds' as "isLong"
  from process p, process me
  where me.holder = $1 and p.holder <> $1 and p.beaten_at < now() - interval '2 seconds'`

/** $1 processes, $2 seconds of silence: those that have not spoken since, each for one who frees alone. */
export const lockProcessesSql = `
  select holder from process where holder = any($1) and beaten_at <= now() - make_interval(secs => $2)
  order by holder for update skip locked`

const freeRows = (table: string) => `
  update ${table} set lease_token = null, lease_holder = null, leased_until = '-infinity'
  where lease_holder = any($1) and lease_token is not null`

/** $1 who held them. */
export const freeLeasesSql = [
  ...['charge', 'reading', 'delivery', 'notice'].map(freeRows),
  'delete from chat_lease where holder = any($1)',
  `update bot set poll_token = null, poll_holder = null, polled_until = '-infinity' where poll_holder = any($1)`,
  'delete from process where holder = any($1)',
]
