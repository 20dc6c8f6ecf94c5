import { rowsOf, statement } from '../lib/statement.ts'

/** A payment that was paid, and its own address or null. */
export interface PaidRow {
  id: string
  account_id: number
  mode: string
  invoice_id: string
  url: string | null
  at: Date
}

const url = 'coalesce(paid.url, a.default_callback_url)'

const paid = rowsOf<PaidRow>('paid', {
  id: 'uuid',
  account_id: 'bigint',
  mode: 'text',
  invoice_id: 'text',
  url: 'text',
  at: 'timestamptz',
})

/** Every payment that is paid passes through it, many at once. */
export const planStatement = statement<{ paid: PaidRow[] }>(`
  insert into delivery (event_id, account_id, mode, invoice_id, month, url, next_at, created_at, state)
  select paid.id, paid.account_id, paid.mode, paid.invoice_id, substr(paid.invoice_id, 5, 3), ${url}, paid.at, paid.at,
    case when exists (
      select 1 from callback_endpoint h
      where h.account_id = paid.account_id and h.origin = lower(substring(${url} from '^[^:]+://[^/?#]+'))
        and h.disabled_at is not null) then 'paused' else 'pending' end
  from ${paid}
  join account a on a.id = paid.account_id
  where ${url} is not null`)
