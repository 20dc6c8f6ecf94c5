import type { Needs } from '../needs.ts'

/**
 * Analyzes tables that have become ten times as large since the last analysis, and returns their names. Until then a
 * plan made for an empty table is kept, and autovacuum is late in a fast-growing shop.
 */
export async function analyzeTables(app: Needs<'sql'>): Promise<string[]> {
  const grown = await app.sql.query<{ name: string }>(grownTablesSql)
  for (const { name } of grown) await app.sql.write(`analyze ${name}`)
  return grown.map(({ name }) => name)
}

// Tables of at least 1,000 rows; `reltuples` is -1 before the first analysis. The catalogue has no entity.
const grownTablesSql = `
  select s.relid::regclass::text as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.schemaname = 'public' and s.n_live_tup >= greatest(1000, 10 * c.reltuples)
  order by 1`
