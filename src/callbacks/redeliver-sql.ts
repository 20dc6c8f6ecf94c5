import { statement } from '../lib/statement.ts'

// Up to ten thousand callbacks at once, such as after a merchant's backend was down for a night.

interface Turn {
  accountId: number
  mode: string
  /** The payment of a single redelivery; null for a bulk redelivery. */
  invoiceId: string | null
}

/**
 * Takes a lock until the transaction ends, without waiting. A bulk redelivery locks its account and mode exclusively; a
 * single one only excludes bulk ones and others of the same payment.
 */
export const takeTurnSql = statement<Turn, { taken: boolean }>(`
  select case when :invoiceId::text is null then pg_try_advisory_xact_lock(t.turn)
    else pg_try_advisory_xact_lock_shared(t.turn)
      and pg_try_advisory_xact_lock(hashtextextended(t.name || :invoiceId, 0)) end as taken
  from (
    select n.name, hashtextextended(n.name, 0) as turn
    from (select 'redeliver ' || :accountId::bigint || ' ' || :mode::text || ' ' as name) n) t`)

/** Finds the events of which no delivery succeeded and none is left. */
export const findFailedSql = statement<{ accountId: number; mode: string; limit: number }, { id: string }>(`
  select d.event_id as id from delivery d
  where d.account_id = :accountId and d.mode = :mode and not d.is_test and d.requested_by is null
    and not exists (
      select 1 from delivery o
      where o.invoice_id = d.invoice_id and o.event_id = d.event_id and o.state in ('pending', 'delivered'))
  order by d.created_at limit :limit`)

export interface RequeuedCallback {
  event: string
  origin: string
}

interface Hasty {
  events: string[]
  now: Date
  /** A delivery attempted after this moment is left to its schedule. */
  triedUntil: Date
}

/**
 * Makes a delivery due now if it waits for its next attempt or for a disabled endpoint; one that is already due is
 * unchanged.
 */
export const hastenSql = statement<Hasty, RequeuedCallback>(`
  with locked as (
    select d.id, d.month from event e join delivery d on d.invoice_id = e.subject and d.event_id = e.id
    where e.id = any(:events) and d.state = 'pending' and d.lease_token is null
      and (d.next_at > :now or exists (
        select 1 from callback_endpoint h
        where h.account_id = d.account_id and h.origin = d.origin and h.blocked_until > :now))
      and not exists (
        select 1 from delivery_attempt t
        where t.delivery_id = d.id and t.number = d.attempts and t.attempted_at > :triedUntil)
    order by d.id for no key update of d)
  update delivery d set next_at = :now
  from locked where d.id = locked.id and d.month = locked.month
  returning d.event_id as event, d.origin`)

interface Again {
  events: string[]
  now: Date
  by: string
  /** Skips callbacks that were sent again after this moment. */
  pausedSince: Date
}

/** Creates deliveries to the current addresses. */
export const sendAgainSql = statement<Again, RequeuedCallback>(`
  insert into delivery (event_id, account_id, mode, invoice_id, month, url, next_at, created_at, requested_by)
  select e.id, p.account_id, p.mode, p.invoice_id, e.month, coalesce(p.callback_url, a.default_callback_url),
    :now, :now, :by
  from event e join payment p on p.invoice_id = e.subject join account a on a.id = p.account_id
  where e.id = any(:events) and coalesce(p.callback_url, a.default_callback_url) is not null
    and not exists (
      select 1 from delivery d where d.invoice_id = p.invoice_id and d.event_id = e.id
        and (d.state = 'pending' or (d.requested_by is not null and d.created_at > :pausedSince)))
  returning event_id as event, origin`)
