import { columnsOf } from '../database/columns.ts'
import { statement } from '../lib/statement.ts'
import { Payment, paymentColumns } from './payment.ts'

// By the primary key alone; the caller checks the owner in the row: planned on an empty table, a condition on the
// account would bring an index of the whole account.
const byInvoice = <Row extends object>(columns: string) =>
  statement<{ invoiceId: string }, Row>(`select ${columns} from payment where invoice_id = :invoiceId`)

/** One payment, with everything that is known of it. */
export const byInvoiceSql = byInvoice(paymentColumns())

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
  'isForeign',
  'reference',
  'metadata',
] as const

export type CheckedPayment = Pick<Payment, (typeof checkedFields)[number]>

/** Every check of a payment, with what it answers: unpacking a column costs about as much as finding the row. */
export const checkedSql = byInvoice<CheckedPayment>(columnsOf(Payment, 'payment', checkedFields))
