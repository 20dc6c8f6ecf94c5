// Up to ten thousand callbacks at once, after a merchant's backend was away for a night.

/** $1 account, $2 mode, $3 how many: the events whose every delivery ended without being taken. */
export const failedSql = `
  select d.event_id as id from delivery d
  where d.account_id = $1 and d.mode = $2 and not d.is_test and d.requested_by is null
    and not exists (select 1 from delivery o where o.invoice_id = d.invoice_id and o.event_id = d.event_id and o.state in ('pending', 'delivered'))
  order by d.created_at limit $3`

/** $1 events, $2 now: what waits for its next attempt leaves at once. */
export const hastenSql = `
  update delivery d set next_at = $2
  from event e
  where e.id = any($1) and d.invoice_id = e.subject and d.event_id = e.id and d.state = 'pending' and d.lease_token is null
  returning d.event_id as event, d.origin`

/** $1 events, $2 now, $3 who asked for it, $4 since when nothing may have been sent again: to the address of today. */
export const sendAgainSql = `
  insert into delivery (event_id, account_id, mode, invoice_id, month, url, next_at, created_at, requested_by)
  select e.id, p.account_id, p.mode, p.invoice_id, e.month, coalesce(p.callback_url, a.default_callback_url), $2, $2, $3
  from event e join payment p on p.invoice_id = e.subject join account a on a.id = p.account_id
  where e.id = any($1) and coalesce(p.callback_url, a.default_callback_url) is not null
    and not exists (
      select 1 from delivery d where d.invoice_id = p.invoice_id and d.event_id = e.id
        and (d.state = 'pending' or (d.requested_by is not null and d.created_at > $4)))
  returning event_id as event, origin`
