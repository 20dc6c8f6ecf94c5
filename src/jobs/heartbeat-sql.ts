import { statement } from '../lib/statement.ts'

// Every process, every second.

/**
 * Says that `:holder`, this process of `:version`, lives, and returns those that are silent. A process that was cut off
 * from the database for long begins anew: the others only seemed silent to it.
 */
export const beatSql = statement<{ holder: string; version: string }, { holder: string; is_long: boolean }>(`
  with me as (
    insert into process (holder, beaten_at, steady_since, version) values (:holder, now(), now(), :version)
    on conflict (holder) do update set beaten_at = now(), version = excluded.version,
      steady_since = case when process.beaten_at < now() - interval '3 seconds' then now() else process.steady_since end
    returning steady_since)
  select p.holder,
    p.beaten_at < now() - interval '6 seconds' and me.steady_since < now() - interval '6 seconds' as is_long
  from process p, me
  where p.holder <> :holder and p.beaten_at < now() - interval '2 seconds'`)
