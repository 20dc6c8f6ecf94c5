// Every process, every second.

/** $1 this process. A process that was cut off from the database for long begins anew: the others only seemed silent to it. */
export const sayAliveSql = `
  insert into process (holder, beaten_at, steady_since) values ($1, now(), now())
  on conflict (holder) do update set beaten_at = now(),
    steady_since = case when process.beaten_at < now() - interval '3 seconds' then now() else process.steady_since end`

/** $1 this process. */
export const silentProcessesSql = `
  select p.holder, p.beaten_at < now() - interval '6 seconds' and me.steady_since < now() - interval '6 seconds' as is_long
  from process p, process me
  where me.holder = $1 and p.holder <> $1 and p.beaten_at < now() - interval '2 seconds'`
