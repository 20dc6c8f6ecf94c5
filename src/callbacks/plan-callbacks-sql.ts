/**
 * Every payment that is paid passes through it, many at once. $1 events, $2 accounts, $3 modes, $4 invoice ids, $5 addresses or null,
 * $6 when they were paid.
 */
export const planSql = `
  insert into delivery (event_id, account_id, mode, invoice_id, month, url, next_at, created_at, state)
  select e.id, e.account_id, e.mode, e.invoice_id, substr(e.invoice_id, 5, 3), coalesce(e.url, a.default_callback_url), e.at, e.at,
    case when exists (
      select 1 from callback_endpoint h
      where h.account_id = e.account_id and h.origin = lower(substring(coalesce(e.url, a.default_callback_url) from '^[^:]+://[^/?#]+'))
        and h.disabled_at is not null) then 'paused' else 'pending' end
  from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
    as e(id, account_id, mode, invoice_id, url, at)
  join account a on a.id = e.account_id
  where coalesce(e.url, a.default_callback_url) is not null`
