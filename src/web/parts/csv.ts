import { Readable } from 'node:stream'
import { type Cell, formatCsvRow } from '../../lib/csv-row.ts'
import { yieldSlicesInTurn } from '../../lib/file-slices.ts'
import type { App } from '../../needs.ts'
import type { Visit } from './visit.ts'

const byteOrderMark = '\uFEFF'

/** A column's name, and its value for a row. */
export type CsvColumn<Row> = [name: string, value: (row: Row, app: App) => Cell]

interface Table<Row> {
  /** The name of the file without the date. */
  name: string
  columns: CsvColumn<Row>[]
  pages: AsyncIterable<Row[]>
}

/**
 * Writes a file for spreadsheets, with today's date in its name. Its last line counts the rows, so that an incomplete
 * file can be recognised. Refuses `rate_limited` if too many are being written.
 */
export async function writeCsvFile<Row>(app: App, { scope }: Pick<Visit, 'scope'>, table: Table<Row>) {
  const file = `${table.name}-${app.calendar.formatDay(app.now())}.csv`
  const body = await openStream(scope.accountId, writeLines(app, table))
  return { name: file, type: 'text/csv; charset=utf-8', body }
}

/** Streams a file in slices, when it is the account's turn. */
async function openStream(accountId: number, lines: AsyncIterable<string>): Promise<Readable> {
  const slices = yieldSlicesInTurn(accountId, lines)
  const { value: first } = await slices.next()
  return Readable.from(startingWith(first, slices))
}

async function* startingWith(first: string, others: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* others
}

async function* writeLines<Row>(app: App, { columns, pages }: Table<Row>): AsyncGenerator<string> {
  yield byteOrderMark + formatCsvLine(columns.map(([name]) => name))
  let count = 0
  for await (const rows of pages) {
    yield rows.map(row => formatCsvLine(columns.map(([, value]) => value(row, app)))).join('')
    count += rows.length
  }
  yield formatCsvLine(['total', count])
}

/** Returns one line of a CSV file, as `formatCsvRow` writes it. */
export function formatCsvLine(cells: readonly Cell[]): string {
  return `${formatCsvRow(cells)}\r\n`
}
