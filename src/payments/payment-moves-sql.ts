import type { Mode } from '../database/scope.ts'
import { perRowSql, rowsSql, statement } from '../lib/statement.ts'
import { mayBePaidSql } from './expire-payments-sql.ts'
import { type PaymentStatus, selectPaymentColumns } from './payment.ts'

// The transitions that many payments make in one statement.

export interface PaidRow {
  invoice_id: string
  /** The status on which the judgement was based. */
  status: PaymentStatus
  paid_at: Date
  amount: number
  reference: string
  late: boolean
  payer_name: string | null
  payer_app: string | null
  reason: string | null
  method: string
}

const paid = rowsSql<PaidRow>('paid', {
  invoice_id: 'text',
  status: 'text',
  paid_at: 'timestamptz',
  amount: 'bigint',
  reference: 'text',
  late: 'boolean',
  payer_name: 'text',
  payer_app: 'text',
  reason: 'text',
  method: 'text',
})

/** Marks a payment paid if it still has the status that the judgement was based on. */
export const markPaidSql = statement<{ paid: PaidRow[]; now: Date }>(`
  update payment set status = 'paid', paid_at = paid.paid_at, paid_amount = paid.amount, paid_via = paid.method,
    paid_reff_num = paid.reference, paid_late = paid.late, payer_name = paid.payer_name, payer_app = paid.payer_app,
    ended_at = coalesce(ended_at, :now), end_reason = paid.reason, sequence = payment.sequence + 1
  from ${paid}
  where payment.invoice_id = paid.invoice_id and ${perRowSql('paid.invoice_id')} and payment.status = paid.status
  returning ${selectPaymentColumns()}`)

interface Expiring {
  invoices: string[]
  now: Date
}

/**
 * Expires payments. Checked again under the lock, because money may have arrived, and not been settled, after these
 * were selected.
 */
export const expireSql = statement<Expiring, { invoice_id: string; account_id: number; mode: Mode }>(`
  update payment p set status = 'expired', ended_at = :now, sequence = p.sequence + 1
  where p.invoice_id = any(:invoices) and p.status = 'pending'
    and not exists (select 1 from transfer t where t.invoice_id = p.invoice_id and t.state = 'unsettled')
    and not ${mayBePaidSql}
  returning p.invoice_id, p.account_id, p.mode`)
