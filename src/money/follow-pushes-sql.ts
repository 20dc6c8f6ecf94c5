import { Connection } from '../connections/connection.ts'
import { columnsOf } from '../database/columns.ts'
import { statement } from '../lib/statement.ts'

// Every few seconds for all connections whose provider pushes: each may have a window of its own.

const lagOf = `coalesce((c.window_overrides->>'lagS')::float8, (:lags::jsonb->>c.connector)::float8)`

interface Following {
  /** Seconds, of each connector that pushes. */
  lags: Record<string, number>
  now: Date
}

/** Returns those that failed while heartbeats were agreed on. */
export const coverByClockSql = statement<Following>(`
  with covered as (
  update reading r
  set watermark = greatest(r.watermark, :now::timestamptz - make_interval(secs => ${lagOf}))
  from connection c
  where c.id = r.connection_id and c.removed_at is null and :lags::jsonb ? c.connector
    and c.window_overrides->>'heartbeatS' is null
  returning c.id)
  select ${columnsOf(Connection, 'c')} from connection c join covered using (id) where c.failing_since is not null`)

/** Those that missed more heartbeats in a row than `missedMax`. */
export const silentSql = statement<Following & { missedMax: number }>(`
  select ${columnsOf(Connection, 'c')} from connection c join reading r on r.connection_id = c.id
  where c.is_active and c.failing_since is null and :lags::jsonb ? c.connector
    and r.watermark < :now::timestamptz - make_interval(
      secs => ${lagOf} + :missedMax * (c.window_overrides->>'heartbeatS')::float8)`)
