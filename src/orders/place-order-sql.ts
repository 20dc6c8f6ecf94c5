import { availableSql } from '../catalog/stock-sql.ts'
import { orderColumns } from './order.ts'

// What every checkout passes through: each is one prepared statement of 0.03 ms, where a find costs 0.2 to 0.5 ms.

/** $1 customer, $2 account. */
export const lockCustomerSql =
  'select id, name, phone, address from customer where id = $1 and account_id = $2 for no key update'

/** $1 customer, $2 what caused the order. */
export const earlierSql = `select ${orderColumns()} from store_order where customer_id = $1 and once = $2`

/** $1 customer, $2 now, $3 an order that does not count. */
export const openOrdersSql = `select count(*) as count from store_order where customer_id = $1 and id <> $3
       and (status = 'waiting_payment' or (status = 'pending' and held_until > $2))`

/** The lines of the cart of customer $1, in the order in which they came; with a variant's public id $2 that one alone, $3 of it, of account $4. */
export const cartLinesSql = `
  select v.id as "variantId", p.name as "productName", v.name as "variantName", p.kind, v.stock_mode as "stockMode",
    v.price, l.quantity, v.file_id as "fileId", v.content_id as "contentId", p.asks,
    ${availableSql} as available,
    v.is_active and p.is_active and coalesce(c.is_active, true) and coalesce(parent.is_active, true) as "isActive"
  from (
    select variant_id, quantity, added_at from cart_line where customer_id = $1 and $2::text is null
    union all
    select id, $3::integer, created_at from variant where public_id = $2 and account_id = $4
  ) l join variant v on v.id = l.variant_id join product p on p.id = v.product_id
  left join category c on c.id = p.category_id left join category parent on parent.id = c.parent_id
  order by l.added_at, v.id`

/** $12 until when its goods are held, $13 now. No row where the number is taken. */
export const insertOrderSql = `
  insert into store_order (account_id, mode, order_number, token, customer_id, once, total, customer_name, customer_phone,
    address, note, held_until, created_at, pending_since)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
  on conflict (order_number) do nothing returning ${orderColumns()}`

/** $1 account, $2 order, then the columns of its items as arrays. */
export const insertItemsSql = `
  insert into order_item (account_id, order_id, variant_id, product_name, variant_name, kind, stock_mode, price, quantity,
    file_id, content_id, position)
  select $1, $2, l.* from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[],
    $9::integer[], $10::bigint[], $11::bigint[]) with ordinality as l`

/** $1 customer. */
export const emptyCartSql = 'delete from cart_line where customer_id = $1'

/** $1 customer, $2 phone, $3 address; null leaves what was told before. */
export const keepAnswersSql =
  'update customer set phone = coalesce($2, phone), address = coalesce($3, address) where id = $1'
