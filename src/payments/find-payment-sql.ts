import { paymentColumns } from './payment.ts'

/**
 * Every check of a payment. By the primary key alone; the caller checks the owner in the row: planned on an empty table, a condition on the account
 * would bring an index of the whole account.
 */
export const byInvoiceSql = `select ${paymentColumns()} from payment where invoice_id = $1`
