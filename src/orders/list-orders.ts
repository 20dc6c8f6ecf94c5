import type { Standing } from '../accounts/standing.ts'
import type { Page } from '../catalog/product.ts'
import type { Needs } from '../needs.ts'
import { type OrderStatus, type OrderSummary, orderColumns } from './order.ts'

export interface OrderFilter {
  status?: OrderStatus | undefined
  /** In the order number, the customer's name or phone, or the id of an invoice. */
  search?: string | undefined
  /** 1 to 100. */
  limit: number
  offset: number
}

/** Orders of this account in this mode, newest first, and how many there are in all (spec 4.5). */
export async function listOrders(
  app: Needs<'sql' | 'slowly'>,
  standing: Pick<Standing, 'accountId' | 'mode'>,
  filter: OrderFilter,
): Promise<{ orders: OrderSummary[]; total: number }> {
  const values = [
    standing.accountId,
    standing.mode,
    filter.status ?? null,
    filter.search ? `%${filter.search.replace(/[\\%_]/g, '\\$&')}%` : null,
  ]
  const [orders, counted] = await Promise.all([
    app.slowly(() => app.sql.query<OrderSummary>(listSql, [...values, filter.limit, filter.offset])),
    app.slowly(() => app.sql.query<{ total: number }>(countSql, values)),
  ])
  return { orders, total: counted[0]!.total }
}

const conditions = `
  o.account_id = $1 and o.mode = $2
  and ($3::text is null or o.status = $3)
  and ($4::text is null or o.order_number ilike $4 or o.customer_name ilike $4 or o.customer_phone ilike $4
    or exists (select 1 from order_invoice i where i.order_id = o.id and i.invoice_id ilike $4))`

const summaryColumns = `
  ${orderColumns('o')},
  (select i.invoice_id from order_invoice i join payment p on p.invoice_id = i.invoice_id
    where i.order_id = o.id order by p.status = 'paid' desc, i.number desc limit 1) as "invoiceId",
  (select string_agg(l.product_name || case when l.variant_name = '' then '' else ' (' || l.variant_name || ')' end
      || case when l.quantity = 1 then '' else ' × ' || l.quantity end, ', ' order by l.position)
    from order_item l where l.order_id = o.id) as summary`

const listSql = `
  select ${summaryColumns} from store_order o where ${conditions}
  order by o.created_at desc, o.id desc limit $5 offset $6`

const countSql = `select count(*) as total from store_order o where ${conditions}`

const defaultPageSize = 6

/** One page of the customer's own orders, newest first; a page past the end returns the last. */
export async function listCustomerOrders(
  app: Needs<'sql'>,
  accountId: number,
  customerId: number,
  { page = 1, pageSize = defaultPageSize }: { page?: number; pageSize?: number } = {},
): Promise<Page<OrderSummary>> {
  const owner = [accountId, customerId]
  const [counted] = await app.sql.query<{ total: number }>(countOwnSql, owner)
  const total = counted!.total
  const pageCount = Math.max(1, Math.ceil(total / pageSize))
  const shown = Math.min(Math.max(1, Math.trunc(page)), pageCount)
  const items = await app.sql.query<OrderSummary>(listOwnSql, [...owner, pageSize, (shown - 1) * pageSize])
  return { items, page: shown, pageCount, total }
}

const ownCondition = 'o.account_id = $1 and o.customer_id = $2'
const countOwnSql = `select count(*) as total from store_order o where ${ownCondition}`
const listOwnSql = `
  select ${summaryColumns} from store_order o where ${ownCondition}
  order by o.created_at desc, o.id desc limit $3 offset $4`
