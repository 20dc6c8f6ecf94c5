import type { Mode } from '../database/scope.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Sql } from '../lib/sql.ts'
import type { Needs } from '../needs.ts'
import { type Payment, paymentColumns } from '../payments/payment.ts'
import { type DeliveredItem, type Order, type OrderView, orderColumns } from './order.ts'

/**
 * One order of the account with everything about it, the goods that were delivered too. Without `mode` an order of either
 * mode is found. Refuses `not_found`, in the same words for an unknown one and another's.
 */
export async function findOrder(
  app: Needs<'sql'>,
  owner: { accountId: number; mode?: Mode },
  orderNumber: string,
): Promise<OrderView> {
  return viewOf(app.sql, await app.sql.query<Order>(byNumberSql, [orderNumber, owner.accountId, owner.mode ?? null]))
}

const byNumberSql = `
  select ${orderColumns()} from store_order
  where order_number = $1 and account_id = $2 and ($3::text is null or mode = $3)`

/** The same for the customer whose order it is. */
export async function findCustomerOrder(
  app: Needs<'sql'>,
  accountId: number,
  customerId: number,
  token: string,
): Promise<OrderView> {
  return viewOf(app.sql, await app.sql.query<Order>(byTokenSql, [token, accountId, customerId]))
}

const byTokenSql = `
  select ${orderColumns()} from store_order where token = $1 and account_id = $2 and customer_id = $3`

async function viewOf(sql: Sql, found: Order[]): Promise<OrderView> {
  const order = found[0]
  if (!order) throw new Refusal('not_found', 'There is no such order')
  const [items, payments] = await Promise.all([
    sql.query<DeliveredItem>(itemsSql, [order.id]),
    sql.query<Payment>(paymentSql, [order.id]),
  ])
  return { ...order, items, payment: payments[0] ?? null }
}

const itemsSql = `
  select i.id, i.product_name as "productName", i.variant_name as "variantName", i.kind, i.stock_mode as "stockMode",
    i.price, i.quantity, i.stock_state as "stockState", i.delivered_at as "deliveredAt",
    array(select u.line from stock_unit u
      where u.order_item_id = i.id and u.state = 'sold' and i.delivered_at is not null order by u.id) as units,
    case when i.delivered_at is not null and f.id is not null then json_build_object('id', f.id,
      'originalName', f.original_name, 'fileType', f.file_type, 'fileSize', f.file_size, 'storageKey', f.storage_key) end as file,
    case when i.delivered_at is not null and h.id is not null then json_build_object('id', h.id, 'title', h.title,
      'contentType', h.content_type, 'body', h.body) end as content
  from order_item i left join digital_file f on f.id = i.file_id left join hidden_content h on h.id = i.content_id
  where i.order_id = $1 order by i.position`

const paymentSql = `
  select ${paymentColumns('p')} from order_invoice i join payment p on p.invoice_id = i.invoice_id
  where i.order_id = $1 order by p.status = 'paid' desc, i.number desc limit 1`
