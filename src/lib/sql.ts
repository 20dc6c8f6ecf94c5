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

/** For those who have no entities, the sandbox and the local Bot API. Outside a transaction every statement commits by itself. */
export interface Database extends Sql {
  /** One READ COMMITTED transaction; a deadlock or a serialization failure runs the work again, three times at most. */
  transaction<Result>(work: (tx: Sql) => Promise<Result>): Promise<Result>
}

/** What a caller gave `query` or `write`, as text and values in their places. */
export type Asked = [statement: Statement<never> | string, values?: object]

export function placed(...[statement, values = []]: Asked): { text: string; values: unknown[] } {
  if (typeof statement === 'string') return { text: statement, values: values as unknown[] }
  return { text: statement.text, values: statement.bind(values as never) }
}

const names = new Map<string, string>()

/** Marks a text as written by hand, so that connections prepare it and read its rows with the parsers below. */
export function register(text: string): void {
  if (!names.has(text)) names.set(text, createHash('sha1').update(text).digest('base64url'))
}

/** What a connection sends for a hand-written text; null for a statement of the ORM, which has its values inside. */
export function preparedOf(text: string, values: unknown[] | undefined): pg.QueryConfig | null {
  const name = names.get(text)
  return name === undefined ? null : { name, text, values: values ?? [], types: parsers }
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
