/** Statements by hand. `bigint` arrives as a number, `timestamptz` as a Date, `jsonb` parsed. */
export interface Sql {
  /** The rows that the statement returns. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** How many rows the statement wrote: the answer to "did this guarded update win?". */
  write(text: string, values?: unknown[]): Promise<number>
}

/** The database. Outside a transaction every statement commits on its own. */
export interface Database extends Sql {
  /** One READ COMMITTED transaction; a deadlock or a serialization failure runs the work again, three times at most. */
  transaction<Result>(work: (tx: Sql) => Promise<Result>): Promise<Result>
}
