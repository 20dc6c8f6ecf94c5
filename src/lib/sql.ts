import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Statement } from './statement.ts'

/**
 * Hand-written SQL. Texts are constants: each becomes a prepared statement once a connection.
 * `bigint` arrives as a number (amounts and ids stay far below 2^53), `timestamptz` as a Date, `jsonb` parsed.
 */
export interface Sql {
  /** The rows that the statement returns. */
  query<Values extends object, Row extends object>(statement: Statement<Values, Row>, values: Values): Promise<Row[]>
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** How many rows the statement wrote: the answer to "did this guarded update win?". */
  write<Values extends object>(statement: Statement<Values>, values: Values): Promise<number>
  write(text: string, values?: unknown[]): Promise<number>
}

/**
 * For code without entities: the sandbox and the local Bot API. Outside a transaction every statement commits on its
 * own.
 */
export interface Database extends Sql {
  /** One READ COMMITTED transaction; a deadlock or a serialization failure runs the work again, three times at most. */
  transaction<Result>(work: (tx: Sql) => Promise<Result>): Promise<Result>
}

/** The statement of a caller of `query` or `write`, as text and values in their places. */
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

/** Marks a text as written by hand, so that connections prepare it and read its rows with the parsers below. */
export function registerStatement(text: string): void {
  if (!prepared.has(text)) prepared.set(text, prepareAs(text))
}

/**
 * Returns what a connection sends for a hand-written text; null for a statement of the ORM, which has its values
 * inside.
 */
export function findPrepared(text: string, values: unknown[] | undefined): pg.QueryConfig | null {
  const sent = prepared.get(text)
  return sent === undefined ? null : { ...sent, values: values ?? [], types: parsers }
}

/**
 * Records that PostgreSQL rejected a prepared statement because an upgrade beside this process has changed its result
 * columns. The statement did nothing; the caller repeats it, or the whole transaction. From then on every connection
 * prepares the text again.
 */
export function recordStalePlan(text: string, sent: string, error: unknown): void {
  // Others on other connections may have found out as well.
  if (!isStalePlan(error) || prepared.get(text)?.text !== sent) return
  // A pooler knows a statement by its text, and not by its name.
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
])

// The ORM sets parsers of its own on its pool (timestamps as text), so each statement names the ones meant here.
const parsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return ours.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig
