import { createHash } from 'node:crypto'
import pg from 'pg'
import { parseInstant } from './parse-instant.ts'
import type { Statement } from './statement.ts'

/**
 * Hand-written SQL. Texts are constants: each becomes a prepared statement once per connection. `bigint` is returned as
 * a number (amounts and ids stay far below 2^53), `timestamptz` as a Date, `jsonb` parsed.
 */
export interface Sql {
  /** Returns the rows of the statement. */
  query<Values extends object, Row extends object>(statement: Statement<Values, Row>, values: Values): Promise<Row[]>
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Returns the number of rows that the statement wrote: 0 means that a guarded update had no effect. */
  write<Values extends object>(statement: Statement<Values>, values: Values): Promise<number>
  write(text: string, values?: unknown[]): Promise<number>
}

/**
 * A connection for code without entities: the sandbox and the local Bot API. Outside a transaction every statement is
 * committed separately.
 */
export interface Database extends Sql {
  /**
   * Runs work in one READ COMMITTED transaction; after a deadlock or a serialization failure it runs again, at most
   * three times.
   */
  transaction<Result>(work: (tx: Sql) => Promise<Result>): Promise<Result>
}

/** The statement of a call of `query` or `write`, as text and ordered values. */
export type StatementCall = [statement: Statement<never> | string, values?: object]

export function toPositional(...[statement, values = []]: StatementCall): { text: string; values: unknown[] } {
  if (typeof statement === 'string') return { text: statement, values: values as unknown[] }
  return { text: statement.text, values: statement.bind(values as never) }
}

interface Prepared {
  name: string
  text: string
}

const prepared = new Map<string, Prepared>()

/** Marks a text as hand-written, so that connections prepare it and parse its rows with the parsers below. */
export function registerStatement(text: string): void {
  if (!prepared.has(text)) prepared.set(text, prepareAs(text))
}

/**
 * Returns what a connection sends for a hand-written text; null for a statement of the ORM, which contains its values.
 */
export function findPrepared(text: string, values: unknown[] | undefined): pg.QueryConfig | null {
  const sent = prepared.get(text)
  return sent === undefined ? null : { ...sent, values: values ?? [], types: parsers }
}

/**
 * Records that PostgreSQL rejected a prepared statement because a concurrent upgrade changed its result columns. The
 * statement did nothing; the caller repeats it, or the entire transaction. From then on every connection prepares the
 * text again.
 */
export function recordStalePlan(text: string, sent: string, error: unknown): void {
  // Other connections may have noticed as well.
  if (!isStalePlan(error) || prepared.get(text)?.text !== sent) return
  // A pooler identifies a statement by its text, not by its name.
  prepared.set(text, prepareAs(`${sent}\n-- planned anew`))
}

export function isStalePlan(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

function prepareAs(text: string): Prepared {
  return { name: createHash('sha1').update(text).digest('base64url'), text }
}

const { builtins } = pg.types
const asNumber = (text: string) => Number(text)
const asText = (text: string) => text
const ours = new Map<number, (text: string) => unknown>([
  [builtins.INT8, asNumber],
  [builtins.NUMERIC, asNumber],
  [builtins.DATE, asText],
  [builtins.TIMESTAMPTZ, parseInstant],
])

// The ORM sets its own parsers on its pool (timestamps as text), so each statement names the intended ones.
const parsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return ours.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig
