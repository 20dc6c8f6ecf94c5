import { statement } from '../lib/statement.ts'

// Up to ten thousand callbacks at once, after a merchant's backend was away for a night.

/** The events whose every delivery ended without being taken. */
export const findFailed = statement<{ accountId: number; mode: string; limit: number }, { id: string }>(`
  select d.event_id as id from delivery d
  where d.account_id = :accountId and d.mode = :mode and not d.is_test and d.requested_by is null
    and not exists (
      select 1 from delivery o
      where o.invoice_id = d.invoice_id and o.event_id = d.event_id and o.state in ('pending', 'delivered'))
  order by d.created_at limit :limit`)

export interface Leaving {
  event: string
  origin: string
}

/** A delivery that waits for its next attempt leaves at once. */
export const hasten = statement<{ events: string[]; now: Date }, Leaving>(`
  update delivery d set next_at = :now
  from event e
  where e.id = any(:events) and d.invoice_id = e.subject and d.event_id = e.id
    and d.state = 'pending' and d.lease_token is null
  returning d.event_id as event, d.origin`)

interface Again {
  events: string[]
  now: Date
  by: string
  /** Nothing may have been sent again since then. */
  pausedSince: Date
}

/** To the address of today. */
export const sendAgain = statement<Again, Leaving>(`
  insert into delivery (event_id, account_id, mode, invoice_id, month, url, next_at, created_at, requested_by)
  select e.id, p.account_id, p.mode, p.invoice_id, e.month, coalesce(p.callback_url, a.default_callback_url), 
    :now, :now, :by
  from event e join payment p on p.invoice_id = e.subject join account a on a.id = p.account_id
  where e.id = any(:events) and coalesce(p.callback_url, a.default_callback_url) is not null
    and not exists (
      select 1 from delivery d where d.invoice_id = p.invoice_id and d.event_id = e.id
        and (d.state = 'pending' or (d.requested_by is not null and d.created_at > :pausedSince)))
  returning event_id as event, origin`)
