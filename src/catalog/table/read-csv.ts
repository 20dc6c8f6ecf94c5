import { BrokenSheet, cellCounter, cellsMax, rowsMax, type Sheet } from './sheet.ts'
import { unguarded } from './table-guard.ts'

/**
 * The rows of a CSV file: with commas, semicolons or tabs between cells, in UTF-8, UTF-16 or, as older Excel writes,
 * Windows-1252. Throws `BrokenSheet` for one that is none.
 */
export function readCsv(bytes: Uint8Array): Sheet {
  const text = decoded(bytes)
  const separator = separatorOf(text)
  const sheet: Sheet = []
  const count = cellCounter()
  let cells: string[] = []
  let line = 1
  const endRow = () => {
    if (cells.some(cell => cell.trim() !== '')) sheet.push({ line, cells: cells.map(unguarded) })
    if (sheet.length > rowsMax) throw tooMany(rowsMax, 'rows')
    cells = []
    line++
  }
  for (let at = 0; at < text.length; ) {
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

function tooMany(max: number, what: string): BrokenSheet {
  return new BrokenSheet(`the table has more than ${max} ${what}`, { code: 'too_many', max })
}

function decoded(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator that the first row has most of. */
function separatorOf(text: string): string {
  const first = /^[^\r\n]*/.exec(text)![0].replaceAll(/"[^"]*"/g, '')
  const count = (separator: string) => first.split(separator).length
  return ['\t', ';'].reduce((best, one) => (count(one) > count(best) ? one : best), ',')
}

interface CsvPlace {
  separator: string
  /** The row, for a cell that never ends. */
  line: number
}

/** The cell that begins at a place, and where it ends: at a separator, a line's end or the end of the text. */
function cellAt(text: string, at: number, { separator, line }: CsvPlace): { text: string; end: number } {
  if (text[at] !== '"') {
    const end = plainEnd(text, at, separator)
    return { text: text.slice(at, end), end }
  }
  let close = text.indexOf('"', at + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close === -1) throw new BrokenSheet('a cell begins with " and never ends', { code: 'malformed' }, line)
  const end = plainEnd(text, close + 1, separator)
  return { text: text.slice(at + 1, close).replaceAll('""', '"') + text.slice(close + 1, end), end }
}

function plainEnd(text: string, from: number, separator: string): number {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
  return end
}
