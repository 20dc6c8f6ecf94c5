import { type Statement, statement } from '../lib/statement.ts'

/** A table that can be searched by keys. */
export interface SearchedTable {
  name: string
  /** The columns that the search returns. */
  columns: readonly string[]
  /** The condition on the owner's columns, with which every index of the keys begins. */
  owned: string
  newestFirst: string
  /** The text that is searched for a substring, among the newest rows only. */
  text: string
}

/** A way to find rows through one index, in its order. */
export interface SearchKey {
  where: string
  /** The order; by default the table's `newestFirst`. */
  order?: string
}

/** The number of newest rows that are searched for a substring. */
export const searchedRowsMax = 1_000

/**
 * Returns the SQL for rows that match any of the keys, then the newest rows whose text contains the substring. `rank`
 * is the position of the key. Each key reads at most `:limit` rows of its own index, so the time depends on the number
 * of keys, not of rows.
 */
export function keySearchSql<Values extends object, Row extends object>(
  { name, columns, owned, newestFirst, text }: SearchedTable,
  keys: readonly SearchKey[],
): Statement<Values, Row & { rank: number }> {
  const read = columns.join(', ')
  const byKey = keys.map(({ where, order = newestFirst }, rank) => {
    return `(select ${read}, ${rank} as rank from ${name} where ${owned} and ${where} order by ${order} limit :limit)`
  })
  const byText = `(select ${read}, ${keys.length} as rank from (
    select ${read}, ${text} as searched from ${name} where ${owned} order by ${newestFirst} limit ${searchedRowsMax}
  ) newest where searched ilike any(:patterns::text[]) limit :limit)`
  return statement([...byKey, byText].join(' union all '))
}

/**
 * Returns the key for texts that begin with `:name`, by an index with `text_pattern_ops`; `computePrefixBounds` returns
 * both values.
 */
export function makePrefixKey(expression: string, name: string): SearchKey {
  return {
    where: `${expression} ~>=~ :${name}.from::text and ${expression} ~<~ :${name}.until::text`,
    order: `${expression} using ~<~`,
  }
}

/** Returns the first text that begins with this one, and the first after all of them. */
export function computePrefixBounds(prefix: string): { from: string; until: string } {
  return { from: prefix, until: `${prefix}\u{10ffff}` }
}

/**
 * Returns the best hits without duplicates: by the first key that found them, newest first within one key if `at` is
 * given.
 */
export function selectBestHits<Row extends { rank: number }>(
  rows: readonly Row[],
  { keyOf, at, limit }: { keyOf(row: Row): string | number; at(row: Row): number; limit: number },
): Row[] {
  const sorted = rows.toSorted((one, other) => one.rank - other.rank || at(other) - at(one))
  const byKey = Map.groupBy(sorted, keyOf)
  return [...byKey.values()].map(([best]) => best!).slice(0, limit)
}
