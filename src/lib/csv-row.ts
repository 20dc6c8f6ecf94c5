export type Cell = string | number | null

/**
 * Returns one row of a CSV file (RFC 4180), without its line end. Text that a spreadsheet would execute is marked as
 * text.
 */
export function formatCsvRow(cells: readonly Cell[]): string {
  return cells.map(writeCell).join(',')
}

// A spreadsheet would run such a cell as a formula, also after blanks and in full-width forms, and customers choose
// their own names.
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/

// Finds the same characters after a semicolon or a line end. With semicolons as separators, as in Indonesia, Excel does
// not recognise our quotes and starts a new cell there.
const cellWithin = /[;\r\n][^\S\r\n]*(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

// Matches most cells, which need no escaping.
const plain = /^[0-9A-Za-z][^,;"\r\n]*$/

function writeCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (plain.test(cell)) return cell
  const text = (formula.test(cell) ? `'${cell}` : cell).replace(cellWithin, "$&'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
