/** Runs statements written by hand. `bigint` arrives as a number, `timestamptz` as a Date, `jsonb` parsed. */
export interface Sql {
  /** Returns the rows of the statement. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Returns the number of rows that the statement wrote, which shows whether a guarded update succeeded. */
  write(text: string, values?: unknown[]): Promise<number>
}

/** The database. Outside a transaction every statement commits separately. */
export interface Database extends Sql {
  /**
   * Runs a READ COMMITTED transaction. A deadlock or a serialization failure runs the work again, three times at most.
   */
  transaction<Result>(work: (tx: Sql) => Promise<Result>): Promise<Result>
}
