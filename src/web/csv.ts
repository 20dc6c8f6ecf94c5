import { Readable } from 'node:stream'
import type { App } from '../needs.ts'

export type Cell = string | number | null

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

// A spreadsheet would run such a cell as a formula, and a customer can choose any name.
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/

/** One line of a CSV file (RFC 4180). Text that a spreadsheet would run is marked as text. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
