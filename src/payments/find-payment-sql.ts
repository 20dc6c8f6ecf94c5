import { selectColumns } from '../database/columns.ts'
import { statement } from '../lib/statement.ts'
import { Payment, selectPaymentColumns } from './payment.ts'

/**
 * Reads one payment with all its data, by the primary key alone. The caller checks the owner in the row: planned on an
 * empty table, a condition on the account would use an index over the entire account.
 */
export const byInvoiceSql = statement<{ invoiceId: string }>(
  `select ${selectPaymentColumns()} from payment where invoice_id = :invoiceId`,
)

const checkedFields = [
  'invoiceId',
  'accountId',
  'mode',
  'status',
  'amount',
  'finalAmount',
  'paymentMethod',
  'paidAt',
  'paidReffNum',
  'expiresAt',
  'refundedAt',
  'refundedAmount',
  'refunds',
  'isForeign',
  'reference',
  'metadata',
] as const

export type CheckedPayment = Pick<Payment, (typeof checkedFields)[number]>

/**
 * Runs the checks of several requests and returns their rows. Only needed columns are read: unpacking a column costs
 * about as much as finding the row. Each row is looked up separately, because a plan for a list, prepared on an empty
 * table, would scan the whole table.
 */
export const checkedSql = statement<{ invoiceIds: string[] }, CheckedPayment>(`
  select found.* from unnest(:invoiceIds::text[]) as asked(invoice_id) cross join lateral (
    select ${selectColumns(Payment, 'payment', checkedFields)} from payment
    where payment.invoice_id = asked.invoice_id offset 0) found`)
