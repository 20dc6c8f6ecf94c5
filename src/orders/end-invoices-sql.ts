import { orderColumns } from './order.ts'

// What every payment passes through that nobody paid, many at a time.

/** Locks the orders of invoices $1. */
export const lockSql = `
  select ${orderColumns()} from store_order
  where id in (select order_id from order_invoice where invoice_id = any ($1)) order by id for update`

/** $1 invoices. Returns those that were open. */
export const closeSql = `
  update order_invoice set is_open = false where invoice_id = any ($1) and is_open
  returning invoice_id as "invoiceId", order_id as "orderId"`

/** $1 orders, $2 when. */
export const reopenSql = `
  update store_order set status = 'pending', pending_since = $2 where id = any ($1) and status = 'waiting_payment'
  returning ${orderColumns()}`

/** $1 orders, $2 who cancelled each, $3 when. */
export const cancelSql = `
  update store_order set status = 'cancelled', cancelled_by = c.by, cancelled_at = $3
  from unnest($1::bigint[], $2::text[]) as c(id, by)
  where store_order.id = c.id and status = 'waiting_payment' returning ${orderColumns()}`
