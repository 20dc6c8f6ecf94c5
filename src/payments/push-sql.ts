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
