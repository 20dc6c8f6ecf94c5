declare module '../slots.ts' {
  interface Slots {
    /** The tables of each module, by their names. */
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
  /** The value with which a column of `refers` names no row; it arrives as it is. */
  nameless?: Readonly<Record<string, number>>
  /** The column by which other tables refer to its rows, if that is not an `id` that the import replaces. */
  key?: string
  /** Which rows are exported, of the table `t`; `:account` is the account. Unset: those with its `account_id`. */
  exported?: string
  /** The SQL that reads a column, where not itself: SQL on the row `t`, and `:account`. */
  reads?: Readonly<Record<string, string>>
  /** Which rows of the archive arrive, of the table `s`. Unset: all. */
  arriving?: string
  /**
   * The value with which a column is imported, if it changes: SQL on the row `s`, and `i`, with the account and the
   * moment of importing.
   */
  arrives?: Readonly<Record<string, string>>
  /** Rules for values beyond the checks of the table. */
  rules?: Readonly<Record<string, Rule>>
  /** Columns whose value names content, on this shelf. */
  content?: Readonly<Record<string, 'files' | 'images'>>
}

export type Rule =
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

/** Words as a list. */
export const words = (text: string): string[] => text.trim().split(/\s+/)

/** 22 characters of base64url, as `randomToken` draws them. */
const drawnToken = `translate(left(encode(uuid_send(gen_random_uuid()), 'base64'), 22), '+/', '-_')`

/** Returns the SQL that keeps a public id, unless it is already taken in this installation. */
export function freeToken(table: string, column: string): string {
  return `case when exists (select 1 from public.${table} other where other.${column} = s.${column})
    then ${drawnToken} else s.${column} end`
}

/** The name under which content was stored here. */
export const storedAs = (column: string): string => `(select c.stored from import_content c where c.name = s.${column})`

/**
 * Returns the SQL that marks a person's id as one of the other installation, so that it is not mistaken for a person of
 * this one.
 */
export const bySomebodyElsewhere = (column: string): string =>
  `regexp_replace(s.${column}, '^(user|operator|api key|chat) (\\d+)$', '\\1 \\2, moved')`
