import type { Needs } from '../needs.ts'
import type { ProductCard } from './product.ts'
import { cardColumns, cardSource, isShown } from './product-card.ts'

const hitsMax = 5
const wordsMax = 6
const textMax = 200

/**
 * What a customer may mean by typing: products that have every word in their name, variants, category or description,
 * and where there is none, those that have any. Names come before descriptions.
 */
export async function searchProducts(
  app: Needs<'sql' | 'slowly'>,
  accountId: number,
  text: string,
  limit = hitsMax,
): Promise<ProductCard[]> {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const phrase = words.join(' ')
  const search = (matchesMin: number) =>
    app.slowly(() => app.sql.query<ProductCard>(searchSql, [accountId, words, phrase, matchesMin, limit]))
  const all = await search(words.length)
  return all.length > 0 || words.length === 1 ? all : search(1)
}

function wordsOf(text: string): string[] {
  const words =
    text
      .slice(0, textMax)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words)].slice(0, wordsMax)
}

// Words are letters and digits only, so that nothing in them means anything to LIKE.
const searchSql = `
  select ${cardColumns} from ${cardSource}
  cross join lateral (
    select lower(concat_ws(' ', p.name, c.name, parent.name,
        (select string_agg(v.name, ' ') from variant v where v.product_id = p.id and v.is_active))) as names,
      lower(p.description) as description) said
  cross join lateral (
    select count(*) filter (where said.names like '%' || w || '%' or said.description like '%' || w || '%') as matched,
      count(*) filter (where said.names like '%' || w || '%') as named
    from unnest($2::text[]) as w) hit
  where p.account_id = $1 and ${isShown} and hit.matched >= $4
  order by lower(p.name) like $3 || '%' desc, hit.matched desc, hit.named desc, p.position, p.id limit $5`
