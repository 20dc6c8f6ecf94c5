import { Readable } from 'node:stream'
import { type Cell, csvRow } from '../../lib/csv-row.ts'
import type { App } from '../../needs.ts'

const byteOrderMark = '\uFEFF'

/** A column's name, and its value for a row. */
export type Column<Row> = [name: string, value: (row: Row, app: App) => Cell]

/** A file for a spreadsheet, with today's date in its name. Its last line counts the rows, so that a file that was cut off can be recognised. */
export function csvFile<Row>(app: App, name: string, columns: Column<Row>[], pages: AsyncIterable<Row[]>) {
  const file = `${name}-${app.calendar.formatDay(app.now())}.csv`
  return { name: file, type: 'text/csv; charset=utf-8', body: Readable.from(linesOf(app, columns, pages)) }
}

async function* linesOf<Row>(app: App, columns: Column<Row>[], pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(([name]) => name))
  let count = 0
  for await (const rows of pages) {
    yield rows.map(row => csvLine(columns.map(([, value]) => value(row, app)))).join('')
    count += rows.length
  }
  yield csvLine(['total', count])
}

/** One line of a CSV file, as `csvRow` writes it. */
export function csvLine(cells: readonly Cell[]): string {
  return `${csvRow(cells)}\r\n`
}
