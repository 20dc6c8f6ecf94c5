import type { Tx } from '../database/transaction.ts'
import type { Event } from '../events/announce.ts'
import { perRowSql, rowsSql, statement } from '../lib/statement.ts'

/**
 * The reaction to `payment.paid`: stores one delivery for each payment that has its own address or its account's
 * default one (contract 6). A payment without an address gets none; if the endpoint is disabled, the delivery is stored
 * as paused.
 */
export async function planCallbacks(tx: Tx, events: Event<'payment.paid'>[]): Promise<void> {
  const paid = events.map(({ id, accountId, payload, createdAt }) => ({
    id,
    account_id: accountId,
    mode: payload.mode,
    invoice_id: payload.invoiceId,
    url: payload.callbackUrl,
    at: createdAt,
  }))
  await tx.write(planSql, { paid })
  tx.wake('callbacks')
}

/** A payment that was paid, with its own callback address or null. */
interface PaidRow {
  id: string
  account_id: number
  mode: string
  invoice_id: string
  url: string | null
  at: Date
}

const url = 'coalesce(paid.url, a.default_callback_url)'

const paid = rowsSql<PaidRow>('paid', {
  id: 'uuid',
  account_id: 'bigint',
  mode: 'text',
  invoice_id: 'text',
  url: 'text',
  at: 'timestamptz',
})

/** Stores the deliveries of all payments that were paid together. */
const planSql = statement<{ paid: PaidRow[] }>(`
  insert into delivery (event_id, account_id, mode, invoice_id, month, url, next_at, created_at, state)
  select paid.id, paid.account_id, paid.mode, paid.invoice_id, substr(paid.invoice_id, 5, 3), ${url}, paid.at, paid.at,
    case when exists (
      select 1 from callback_endpoint h
      where h.account_id = paid.account_id and h.origin = lower(substring(${url} from '^[^:]+://[^/?#]+'))
        and h.disabled_at is not null) then 'paused' else 'pending' end
  from ${paid}
  join account a on a.id = paid.account_id
  where ${perRowSql('paid.id')} and ${url} is not null`)
