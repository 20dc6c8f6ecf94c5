import { BrokenSheetError, cellsMax, createCellCounter, rowsMax, type Sheet } from './sheet.ts'
import { findColumnByName } from './table-columns.ts'
import { unguardCell } from './table-guard.ts'

/**
 * Reads the rows of a CSV file. Cells are separated by commas, semicolons, tabs or bars, or by the character of its
 * line `sep=`. The encoding is UTF-8, UTF-16 or, as in older Excel, Windows-1252. `isHeading` recognises the names of
 * columns, which identify the separator. Throws `BrokenSheetError` if the file is not CSV.
 */
export function readCsv(bytes: Uint8Array, isHeading = isColumn): Sheet {
  const text = decodeCsv(bytes)
  const named = /^sep=(.)(?:\r\n|\r|\n)/i.exec(text)
  const separator = named ? named[1]! : findSeparator(text, isHeading)
  const sheet: Sheet = []
  const count = createCellCounter()
  let cells: string[] = []
  let line = named ? 2 : 1
  const endRow = () => {
    if (cells.some(cell => cell.trim() !== '')) sheet.push({ line, cells: cells.map(unguardCell) })
    if (sheet.length > rowsMax) throw tooMany(rowsMax, 'rows')
    cells = []
    line++
  }
  for (let at = named ? named[0].length : 0; at < text.length; ) {
    const cell = cellAt(text, at, { separator, line })
    count(cell.text, line)
    cells.push(cell.text)
    if (cells.length > cellsMax && cell.text.trim() !== '') throw tooMany(cellsMax, 'columns')
    at = cell.end
    if (text[at] === separator) at++
    else {
      at += text.startsWith('\r\n', at) ? 2 : 1
      endRow()
    }
  }
  endRow()
  return sheet
}

const isColumn = (cell: string) => findColumnByName(cell) !== null

function tooMany(max: number, what: string): BrokenSheetError {
  return new BrokenSheetError(`the table has more than ${max} ${what}`, { code: 'too_many', max })
}

function decodeCsv(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  }
  // Latin letters in UTF-16 have a zero in every other byte, and no other text contains zero bytes.
  const isWide = (first: number) => bytes.length > 3 && bytes[first] === 0 && bytes[first + 2] === 0
  if (isWide(1)) return new TextDecoder('utf-16le').decode(bytes)
  if (isWide(0)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const headRowsMax = 20

/**
 * Returns the separator by which one of the first rows has the most column names; titles may precede that row. Without
 * any name, it is the most frequent one in the first row.
 */
function findSeparator(text: string, isHeading: (cell: string) => boolean): string {
  const rows = text.slice(0, 20_000).split(/\r\n|\r|\n/, headRowsMax)
  const namesIn = (separator: string) => Math.max(...rows.map(row => countNamed(row, separator, isHeading)))
  const cellsIn = (separator: string) => rows[0]!.replaceAll(/"[^"]*"/g, '').split(separator).length
  const better = (one: string, best: string) =>
    namesIn(one) - namesIn(best) || (namesIn(one) === 0 ? cellsIn(one) - cellsIn(best) : 0)
  return ['\t', ';', '|'].reduce((best, one) => (better(one, best) > 0 ? one : best), ',')
}

function countNamed(row: string, separator: string, isHeading: (cell: string) => boolean): number {
  return row.split(separator).filter(cell => isHeading(cell.replace(/^"(.*)"$/, '$1'))).length
}

interface CsvPlace {
  separator: string
  /** The row of a cell that never ends. */
  line: number
}

/** Reads the cell at a position up to its end, which is a separator, a line end or the end of the text. */
function cellAt(text: string, at: number, { separator, line }: CsvPlace): { text: string; end: number } {
  if (text[at] !== '"') {
    const end = plainEnd(text, at, separator)
    return { text: text.slice(at, end), end }
  }
  let close = text.indexOf('"', at + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close === -1) throw new BrokenSheetError('a cell begins with " and never ends', { code: 'malformed' }, line)
  const end = plainEnd(text, close + 1, separator)
  return { text: text.slice(at + 1, close).replaceAll('""', '"') + text.slice(close + 1, end), end }
}

function plainEnd(text: string, from: number, separator: string): number {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
  return end
}
