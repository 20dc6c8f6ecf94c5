import { connectionColumns } from './connection-call.ts'

// What every push of a provider passes through.

/** $1 connection, $2 connector. */
export const pushedConnectionSql = `
  select ${connectionColumns} from connection c where c.id = $1 and c.connector = $2 and c.removed_at is null`

/**
 * Moves the charges that a push names to the front of the queue, so that their provider is asked at once. One that is being
 * asked right now is asked again: that answer may be from before the payment. $1 connection, $2 references, $3 ids of the
 * provider.
 */
export const askPushedSql = `
  update charge set ask_at = '-infinity'
  where connection_id = $1 and state = 'coded' and not is_closed
    and (reference = any($2::text[]) or provider_invoice_id = any($3::text[]))`

/** $1 connection, $2 up to when everything was told. */
export const coverSql = `update reading set watermark = greatest(watermark, $2) where connection_id = $1`

const lagOf = `coalesce((c.window_overrides->>'lagS')::float8, ($1::jsonb->>c.connector)::float8)`

/** $1 the lag of each connector that pushes, as JSON, $2 now. */
export const coverByClockSql = `
  update reading r set watermark = greatest(r.watermark, $2::timestamptz - make_interval(secs => ${lagOf}))
  from connection c
  where c.id = r.connection_id and c.removed_at is null and $1::jsonb ? c.connector
    and c.window_overrides->>'heartbeatS' is null`

/** The same and $3: how many heartbeats in a row may be missing. */
export const silentSql = (columns: string) => `
  select ${columns} from connection c join reading r on r.connection_id = c.id
  where c.is_active and c.failing_since is null and $1::jsonb ? c.connector
    and r.watermark < $2::timestamptz - make_interval(secs => ${lagOf} + $3 * (c.window_overrides->>'heartbeatS')::float8)`
