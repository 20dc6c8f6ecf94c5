import type { Needs } from '../needs.ts'
import { grownTablesSql } from './analyze-tables-sql.ts'

/**
 * Lets the planner know of tables that are ten times as large as when it last looked: a plan that was made for an empty table is
 * kept until then, and autovacuum comes late to a shop that grows fast. Returns their names.
 */
export async function analyzeTables(app: Needs<'sql'>): Promise<string[]> {
  const grown = await app.sql.query<{ name: string }>(grownTablesSql)
  for (const { name } of grown) await app.sql.write(`analyze ${name}`)
  return grown.map(({ name }) => name)
}
