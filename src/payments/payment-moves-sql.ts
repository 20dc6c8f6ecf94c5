import { mayBePaid } from './expire-payments-sql.ts'
import { paymentColumns } from './payment.ts'

// The moves that many payments make in one statement.

/** $1 now; the others in columns, one row a payment: it is paid where it still has the status that it was judged by. */
export const markPaidSql = `
  update payment set status = 'paid', paid_at = b.paid_at, paid_amount = b.amount, paid_via = b.method, paid_reff_num = b.reference,
    paid_late = b.late, payer_name = b.payer_name, payer_app = b.payer_app, ended_at = coalesce(ended_at, $1), end_reason = b.reason,
    sequence = payment.sequence + 1
  from unnest($2::text[], $3::text[], $4::timestamptz[], $5::bigint[], $6::text[], $7::boolean[], $8::text[], $9::text[],
    $10::text[], $11::text[])
    as b(invoice_id, status, paid_at, amount, reference, late, payer_name, payer_app, reason, method)
  where payment.invoice_id = b.invoice_id and payment.status = b.status
  returning ${paymentColumns()}`

/** $1 invoices, $2 now. Checked again under the lock: money may have come, and not been settled, after these were chosen. */
export const expireSql = `
  update payment p set status = 'expired', ended_at = $2, sequence = p.sequence + 1
  where p.invoice_id = any($1) and p.status = 'pending'
    and not exists (select 1 from transfer t where t.invoice_id = p.invoice_id and t.state = 'unsettled')
    and not ${mayBePaid}
  returning p.invoice_id, p.account_id, p.mode`
