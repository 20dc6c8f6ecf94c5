import { perRowSql, statement } from '../lib/statement.ts'

// Every unpaid payment ends here, five hundred at a time, while several processes sweep.

/** The condition that a payment's time is over, though its money may still be on its way. */
export const overduePaymentsSql = `from payment_state s where s.status = 'pending' and s.expires_at <= :now`

const graceOf = (connection: string) => `make_interval(secs =>
  coalesce((${connection}.window_overrides->>'graceS')::float8, (:graces::jsonb->>${connection}.connector)::float8, 0))`

// An unreadable row may be the payment's money if it was first seen since the amount was held, and may have this
// amount.
export const mayBePaidSql = `exists (
      select 1 from hold h join set_aside_row s on s.receiving_account_id = h.receiving_account_id
      where h.invoice_id = p.invoice_id and s.resolved_at is null and s.seen_at >= h.held_from
        and coalesce(s.amount, h.final_amount) = h.final_amount)`

interface Due {
  now: Date
  /** The grace period in seconds, by connector. */
  graces: Record<string, number>
  limit: number
}

export const dueSql = statement<Due, { invoice_id: string }>(`
  select p.invoice_id from payment_state s
  join payment p on p.invoice_id = s.invoice_id and ${perRowSql('s.invoice_id')}
  where s.status = 'pending' and s.expires_at <= :now and p.status = 'pending'
    and not exists (
      select 1 from hold h where h.invoice_id = p.invoice_id and not exists (
        select 1 from connection c join reading r on r.connection_id = c.id
        where c.receiving_account_id = h.receiving_account_id and r.watermark > p.expires_at + ${graceOf('c')}
          and (c.account_id = p.account_id or not exists (
            select 1 from connection own where own.receiving_account_id = h.receiving_account_id
              and own.account_id = p.account_id and own.removed_at is null))))
    and not exists (
      select 1 from charge g join connection c on c.id = g.connection_id
      where g.invoice_id = p.invoice_id and (g.state = 'waiting' or (g.state = 'coded' and not g.is_closed
        and coalesce(g.answered_until, '-infinity') <= p.expires_at + ${graceOf('c')})))
    and not exists (select 1 from transfer t where t.invoice_id = p.invoice_id and t.state = 'unsettled')
    and not ${mayBePaidSql}
  order by s.expires_at limit :limit
  for no key update of p skip locked`)
