import { Connection } from '../connections/connection.ts'
import { columnsOf } from '../database/columns.ts'

// Every few seconds for all connections whose provider pushes: each may have a window of its own.

const lagOf = `coalesce((c.window_overrides->>'lagS')::float8, ($1::jsonb->>c.connector)::float8)`

/** $1 the lag of each connector that pushes, as JSON, $2 now. Returns those that failed while heartbeats were agreed on. */
export const coverByClockSql = `
  with covered as (update reading r set watermark = greatest(r.watermark, $2::timestamptz - make_interval(secs => ${lagOf}))
  from connection c
  where c.id = r.connection_id and c.removed_at is null and $1::jsonb ? c.connector
    and c.window_overrides->>'heartbeatS' is null
  returning c.id)
  select ${columnsOf(Connection, 'c')} from connection c join covered using (id) where c.failing_since is not null`

/** The same and $3: how many heartbeats in a row may be missing. */
export const silentSql = `
  select ${columnsOf(Connection, 'c')} from connection c join reading r on r.connection_id = c.id
  where c.is_active and c.failing_since is null and $1::jsonb ? c.connector
    and r.watermark < $2::timestamptz - make_interval(secs => ${lagOf} + $3 * (c.window_overrides->>'heartbeatS')::float8)`
