/** Every open page and chat runs it twice a minute. $1 invoices, $2 seconds, $3 seconds until a code that nobody looked at is asked about. */
export const watchSql = `
  update charge set watched_until = now() + make_interval(secs => $2),
    ask_at = case when watched_until < now() then least(ask_at, now() + make_interval(secs => $3)) else ask_at end
  where invoice_id = any($1) and state <> 'failed' and not is_closed
    and watched_until < now() + make_interval(secs => $2 / 2.0)`
