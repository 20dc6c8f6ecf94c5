import { statement } from '../lib/statement.ts'

/**
 * Selects the due requests, with at most `perAccount` running per account. Accounts with fewer running requests come
 * first, so a seller's hanging server does not delay other sellers.
 */
export const lockDueUnitsSql = statement<{ now: Date; limit: number; perAccount: number }, { id: number }>(`
  select w.id from unit_request w
  join (
    select d.id, busy.under_way + row_number() over (partition by d.account_id order by d.next_at, d.id) as turn
    from unit_request d cross join lateral (
      select count(*) as under_way from unit_request b
      where b.account_id = d.account_id and b.state = 'pending' and b.lease_token is not null and b.next_at > :now) busy
    where d.state = 'pending' and d.next_at <= :now) waiting on waiting.id = w.id
  where w.state = 'pending' and w.next_at <= :now and waiting.turn <= :perAccount
  order by waiting.turn, w.next_at, w.id limit :limit
  for no key update of w skip locked`)
