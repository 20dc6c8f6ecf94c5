import { type Statement, statement } from '../lib/statement.ts'

/** A table that is searched by keys. */
export interface SearchedTable {
  name: string
  /** The columns that the search returns. */
  columns: readonly string[]
  /** Whose rows are searched: columns that every index of the keys begins with. */
  owned: string
  newestFirst: string
  /** The text in which a part is looked for, among the newest rows only. */
  text: string
}

/** A way to find rows through one index, in its order. */
export interface Key {
  where: string
  /** By default `newestFirst` of the table. */
  order?: string
}

/** How many of the newest rows are searched for a part of a text. */
export const searchedWindow = 1_000

/**
 * Rows by any of the keys, then those among the newest whose text has a part; `rank` is the place of the key. Each key
 * is read through its own index up to `:limit` rows, so the time depends on the number of keys, not of rows.
 */
export function keySearchSql<Values extends object, Row extends object>(
  { name, columns, owned, newestFirst, text }: SearchedTable,
  keys: readonly Key[],
): Statement<Values, Row & { rank: number }> {
  const read = columns.join(', ')
  const byKey = keys.map(({ where, order = newestFirst }, rank) => {
    return `(select ${read}, ${rank} as rank from ${name} where ${owned} and ${where} order by ${order} limit :limit)`
  })
  const byText = `(select ${read}, ${keys.length} as rank from (
    select ${read}, ${text} as searched from ${name} where ${owned} order by ${newestFirst} limit ${searchedWindow}
  ) newest where searched ilike any(:patterns::text[]) limit :limit)`
  return statement([...byKey, byText].join(' union all '))
}

/** The key of texts that begin with `:name`, by an index with `text_pattern_ops`; `prefixBounds` gives both values. */
export function prefixKey(expression: string, name: string): Key {
  return {
    where: `${expression} ~>=~ :${name}.from::text and ${expression} ~<~ :${name}.until::text`,
    order: `${expression} using ~<~`,
  }
}

/** The first text that begins with this one, and the first after all of them. */
export function prefixBounds(prefix: string): { from: string; until: string } {
  return { from: prefix, until: `${prefix}\u{10ffff}` }
}

/** The best hits, each once: by the first key that found it, newest first within one key if `at` is given. */
export function bestHits<Row extends { rank: number }>(
  rows: readonly Row[],
  { keyOf, at, limit }: { keyOf(row: Row): string | number; at(row: Row): number; limit: number },
): Row[] {
  const sorted = rows.toSorted((one, other) => one.rank - other.rank || at(other) - at(one))
  const byKey = Map.groupBy(sorted, keyOf)
  return [...byKey.values()].map(([best]) => best!).slice(0, limit)
}
