import { paymentColumns } from '../payments/payment.ts'
import { orderColumns } from './order.ts'

// What every checkout passes through.

/** $1 token, $2 customer, $3 account, $4 mode. */
export const customerOrderSql = `select ${orderColumns()} from store_order where token = $1 and customer_id = $2 and account_id = $3 and mode = $4`

/** The payment that order $1 waits for. */
export const openPaymentSql = `select ${paymentColumns('p')} from order_invoice i join payment p on p.invoice_id = i.invoice_id
     where i.order_id = $1 and i.is_open`

/** $1 order. No row where it is not pending. */
export const waitSql = `
  update store_order set status = 'waiting_payment', held_until = null, invoice_count = invoice_count + 1
  where id = $1 and status = 'pending' returning ${orderColumns()}`

/** $1 invoice, $2 account, $3 order, $4 its number. */
export const insertInvoiceSql =
  'insert into order_invoice (invoice_id, account_id, order_id, number) values ($1, $2, $3, $4)'
