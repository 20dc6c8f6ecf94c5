import { storedColumnsOf } from '../database/columns.ts'
import { Order } from './order.ts'

// What every checkout passes through.

/** The order waits for its invoice: $1 order, $2 invoice. No row where it is not pending. */
export const waitSql = `
  with waiting as (
    update store_order set status = 'waiting_payment', held_until = null, invoice_count = invoice_count + 1
    where id = $1 and status = 'pending' returning ${storedColumnsOf(Order, 'store_order')}),
  invoice as (
    insert into order_invoice (invoice_id, account_id, order_id, number)
    select $2, account_id, id, invoice_count from waiting)
  select * from waiting`
