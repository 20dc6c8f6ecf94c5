import type { Needs } from '../needs.ts'

const watchedForS = 30
const soonS = 2

/**
 * Somebody looks at these payments, on a page or in a chat: for the next half minute their codes are asked about before all
 * others. To be said again while it lasts; said more often it costs nothing.
 */
export async function watchPayments(app: Needs<'sql'>, invoiceIds: string[]): Promise<void> {
  if (invoiceIds.length > 0) await app.sql.write(watchSql, [invoiceIds, watchedForS, soonS])
}

const watchSql = `
  update charge set watched_until = now() + make_interval(secs => $2),
    ask_at = case when watched_until < now() then least(ask_at, now() + make_interval(secs => $3)) else ask_at end
  where invoice_id = any($1) and state <> 'failed' and not is_closed
    and watched_until < now() + make_interval(secs => $2 / 2.0)`
