// Years of sales are summed before their names are looked up.
import { statement } from '../../lib/statement.ts'

export interface ProductSold {
  product_id: string
  product_name: string
  variant_name: string
  /** Null for a product without one. */
  category_name: string | null
  orders: number
  quantity: number
  /** Whole rupiah, before discounts. */
  revenue: number
  /** What these units cost the seller, by the cost that is filled in now; null if none is. */
  cost: number | null
}

/** One row a variant, what brought most first. Names are those of now. */
export const productsSoldSql = statement<
  { accountId: number; mode: string; first: string; last: string },
  ProductSold
>(`
  select p.public_id as product_id, p.name as product_name, v.name as variant_name, c.name as category_name,
    s.orders::integer as orders, s.quantity::integer as quantity, s.revenue::bigint as revenue, (v.cost * s.quantity)::bigint as cost
  from (
    select variant_id, sum(orders) as orders, sum(quantity) as quantity, sum(revenue) as revenue from product_day
    where account_id = :accountId::bigint and mode = :mode::text and day >= :first::date and day <= :last::date
    group by variant_id) s
  join variant v on v.id = s.variant_id
  join product p on p.id = v.product_id
  left join category c on c.id = p.category_id
  order by s.revenue desc, p.name, v.name`)
