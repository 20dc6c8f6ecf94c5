declare module '../slots.ts' {
  interface Slots {
    /** The archived tables of each module, by name. */
    archivedTables: Readonly<Record<string, ArchivedTable>>
  }
}

/**
 * How one table is exported to an archive and imported from it. Statements are built from this, the columns of its
 * entity and the types in the database.
 */
export interface ArchivedTable {
  /** Columns that are not exported, each with its reason. Computed columns need not be named. */
  leftOut?: Readonly<Record<string, string>>
  /**
   * Columns that refer to a row of another table of the archive. If that table has an id, they are imported with its
   * new one.
   */
  refers?: Readonly<Record<string, string>>
  /** The value of a column in `refers` that refers to no row; it is imported unchanged. */
  nameless?: Readonly<Record<string, number>>
  /** The column by which other tables refer to its rows, if not an `id` that the import replaces. */
  key?: string
  /**
   * The condition for exported rows of the table `t`, where `:account` is the account; by default those with its
   * `account_id`.
   */
  exported?: string
  /** The SQL by which a column is read, if not directly; it can use the row `t` and `:account`. */
  reads?: Readonly<Record<string, string>>
  /** The condition for imported rows of the archive `s`; by default all. */
  arriving?: string
  /**
   * The SQL for a column's imported value, if it changes. It can use the row `s`, and `i` with the account and the time
   * of the import.
   */
  arrives?: Readonly<Record<string, string>>
  /** Rules for values beyond the checks of the table. */
  rules?: Readonly<Record<string, ColumnRule>>
  /** Columns whose value is the name of content on this shelf. */
  content?: Readonly<Record<string, 'files' | 'images'>>
}

export type ColumnRule =
  | 'positive'
  | 'not negative'
  | 'web address'
  | 'redirect address'
  | 'connector'
  | 'method'
  | 'picture type'
  | 'texts'
  | 'hours'
  | 'holidays'
  | 'zones'
  | 'choices'
  | 'makings'
  | 'object'

/** Splits a text into a list of words. */
export const splitWords = (text: string): string[] => text.trim().split(/\s+/)

/** SQL for 22 characters of base64url, like those of `generateToken`. */
const drawnToken = `translate(left(encode(uuid_send(gen_random_uuid()), 'base64'), 22), '+/', '-_')`

/** Returns the SQL that keeps a public id, unless it is already taken in this installation. */
export function freeTokenSql(table: string, column: string): string {
  return `case when exists (select 1 from public.${table} other where other.${column} = s.${column})
    then ${drawnToken} else s.${column} end`
}

/** Returns the SQL for the name under which content was stored here. */
export const storedAsSql = (column: string): string =>
  `(select c.stored from import_content c where c.name = s.${column})`

/**
 * Returns the SQL that marks a person's id as one of the other installation, so that it is not mistaken for a person of
 * this one.
 */
export const foreignPersonSql = (column: string): string =>
  `regexp_replace(s.${column}, '^(user|operator|api key|chat) (\\d+)$', '\\1 \\2, moved')`
