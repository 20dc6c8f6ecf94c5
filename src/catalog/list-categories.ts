import type { Needs } from '../needs.ts'
import type { CategoryView } from './product.ts'

/** The active categories of an account that show something: the first level, or those below `parentId`. */
export async function listCategories(
  app: Needs<'sql'>,
  accountId: number,
  parentId: string | null = null,
): Promise<CategoryView[]> {
  return app.sql.query<CategoryView>(listSql, [accountId, parentId])
}

const shownIn = (categories: string) => `
  (select count(*) from product p where p.account_id = c.account_id and p.is_active and p.category_id in ${categories}
    and exists (select 1 from variant v where v.product_id = p.id and v.is_active))`

const listSql = `
  select id, name, "parentId", "childCount", "productCount" from (
    select c.public_id as id, c.name, parent.public_id as "parentId", c.position, c.id as place,
      (select count(*) from category b where b.parent_id = c.id and b.is_active) as "childCount",
      ${shownIn('(select b.id from category b where b.is_active and (b.id = c.id or b.parent_id = c.id))')} as "productCount"
    from category c left join category parent on parent.id = c.parent_id
    where c.account_id = $1 and c.is_active and parent.public_id is not distinct from $2::text
      and (parent.id is null or parent.is_active)) listed
  where "productCount" > 0 order by position, place`
