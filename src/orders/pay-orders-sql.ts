import { orderColumns } from './order.ts'

// What every transfer passes through.

/** The orders of invoices $1, in the order of their locks. */
export const invoicesSql = `select invoice_id as "invoiceId", order_id as "orderId" from order_invoice where invoice_id = any ($1) order by order_id`

/** $1 invoice. */
export const closeInvoiceSql = 'update order_invoice set is_open = false where invoice_id = $1'

/** $1 order, $2 its status from now on, $3 when. No row where it was paid or cancelled before. */
export const paidSql = `
  update store_order set status = $2, paid_at = $3, completed_at = case when $2 = 'completed' then $3::timestamptz end,
    held_until = null
  where id = $1 and status in ('pending', 'waiting_payment') returning ${orderColumns()}`

/** $1 order. */
export const refundDueSql = 'update store_order set refund_due = true where id = $1'
