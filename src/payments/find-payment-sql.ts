import { paymentColumns } from './payment.ts'

/**
 * Every check of a payment. By the primary key alone, and whose it is and whether it fits is seen in the row: planned on an empty
 * table, the account beside it would bring an index of the whole account.
 */
export const byInvoiceSql = `select ${paymentColumns()} from payment where invoice_id = $1`
