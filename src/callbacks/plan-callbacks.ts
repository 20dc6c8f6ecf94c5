import type { Tx } from '../database/transaction.ts'
import type { Event } from '../events/announce.ts'

/**
 * The reaction to `payment.paid`: one delivery for each payment that has an address of its own or its account's default
 * one (spec 6). A payment without any gets none, and one whose endpoint is disabled gets one that waits for its merchant.
 */
export async function planCallbacks(tx: Tx, events: Event<'payment.paid'>[]): Promise<void> {
  await tx.write(planSql, [
    events.map(event => event.id),
    events.map(event => event.accountId),
    events.map(event => event.payload.mode),
    events.map(event => event.payload.invoiceId),
    events.map(event => event.payload.callbackUrl),
    events.map(event => event.createdAt),
  ])
}

const planSql = `
  insert into delivery (event_id, account_id, mode, invoice_id, url, next_at, created_at, state)
  select e.id, e.account_id, e.mode, e.invoice_id, coalesce(e.url, a.default_callback_url), e.at, e.at,
    case when exists (
      select 1 from callback_endpoint h
      where h.account_id = e.account_id and h.origin = lower(substring(coalesce(e.url, a.default_callback_url) from '^[^:]+://[^/?#]+'))
        and h.disabled_at is not null) then 'paused' else 'pending' end
  from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
    as e(id, account_id, mode, invoice_id, url, at)
  join account a on a.id = e.account_id
  where coalesce(e.url, a.default_callback_url) is not null`
