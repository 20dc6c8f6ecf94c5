import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import type { ProductView } from './product.ts'
import { cardColumns, cardSource, isShown } from './product-card.ts'
import { availableSql } from './stock-sql.ts'

/** One product as a customer sees it. Refuses `not_found`, also for another account's and one that is switched off. */
export async function findProduct(app: Needs<'sql'>, accountId: number, id: string): Promise<ProductView> {
  const [product] = await app.sql.query<ProductView>(findSql, [accountId, id])
  if (!product) throw new Refusal('not_found', 'There is no such product')
  return product
}

const findSql = `
  select ${cardColumns}, p.description, p.asks,
    case when c.id is not null then json_build_object('id', c.public_id, 'name', c.name) end as category,
    (select json_agg(json_build_object('id', v.public_id, 'name', v.name, 'price', v.price, 'stockMode', v.stock_mode,
        'available', ${availableSql}) order by v.position, v.id)
      from variant v where v.product_id = p.id and v.is_active) as variants
  from ${cardSource} where p.account_id = $1 and p.public_id = $2 and ${isShown}`
