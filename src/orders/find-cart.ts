import { type AskedField, askedFields } from '../catalog/product.ts'
import { availableSql } from '../catalog/stock-sql.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Sql } from '../lib/sql.ts'
import type { Needs } from '../needs.ts'
import type { Cart, CartLine } from './order.ts'

/** The customer's cart at the prices and with the stock of now. Refuses `not_found` for no customer of this account. */
export async function findCart(app: Needs<'sql'>, accountId: number, customerId: number): Promise<Cart> {
  return readCart(app.sql, accountId, customerId)
}

type CartRow = Omit<CartLine, 'lineTotal' | 'problem'> & { isActive: boolean; asks: AskedField[] }

export async function readCart(sql: Sql, accountId: number, customerId: number): Promise<Cart> {
  const [customer] = await sql.query<{ phone: string | null; address: string | null }>(
    'select phone, address from customer where id = $1 and account_id = $2',
    [customerId, accountId],
  )
  if (!customer) throw new Refusal('not_found', 'There is no such customer')
  const rows = await sql.query<CartRow>(linesSql, [customerId])
  const orderable = rows.filter(row => row.isActive)
  return {
    lines: rows.map(lineOf),
    total: orderable.reduce((sum, row) => sum + row.price * row.quantity, 0),
    unitCount: orderable.reduce((sum, row) => sum + row.quantity, 0),
    asks: askedFields.filter(field => orderable.some(row => row.asks.includes(field))),
    ...customer,
  }
}

function lineOf({ isActive, asks: _, ...row }: CartRow): CartLine {
  return { ...row, lineTotal: row.price * row.quantity, problem: problemOf(isActive, row.available, row.quantity) }
}

function problemOf(isActive: boolean, available: number | null, quantity: number): CartLine['problem'] {
  if (!isActive) return 'inactive'
  if (available === 0) return 'sold_out'
  return available !== null && available < quantity ? 'too_many' : null
}

const linesSql = `
  select v.public_id as "variantId", p.public_id as "productId", p.name as "productName", v.name as "variantName", p.kind,
    v.price, l.quantity, ${availableSql} as available, p.asks,
    v.is_active and p.is_active and coalesce(c.is_active, true) and coalesce(parent.is_active, true) as "isActive",
    case when i.id is not null then
      json_build_object('storageKey', i.storage_key, 'width', i.width, 'height', i.height) end as image
  from cart_line l join variant v on v.id = l.variant_id join product p on p.id = v.product_id
  left join category c on c.id = p.category_id left join category parent on parent.id = c.parent_id
  left join product_image i on i.id = p.image_id and i.is_active
  where l.customer_id = $1 order by l.added_at, v.id`
