import { getDocumentProxy } from 'unpdf'
import { rowsMax, type Sheet } from '../catalogue-tables/sheet.ts'
import { UnreadableListError } from './bank-list.ts'
import { findColumns } from './list-columns.ts'

const pagesMax = 50
/** Texts of one printed line differ by less in height; texts of one cell are closer to each other than texts of two. */
const sameLine = 2.5
const sameCell = 4

/** A text on a page, in points from its lower left corner. */
interface Placed {
  text: string
  left: number
  right: number
  bottom: number
}

/**
 * Returns the lines of a PDF's tables with one cell for each heading, as in a table. Lines without a date are appended
 * to the line above. Throws `UnreadableListError` for pictures, a password, and more than 50 pages.
 */
export async function readPdfRows(bytes: Uint8Array, password: string): Promise<Sheet> {
  const document = await openPdf(bytes, password)
  if (document.numPages > pagesMax) throw new UnreadableListError('too_complex')
  const lines: Placed[][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    lines.push(...placeItems(items as TextItem[]))
    page.cleanup()
    if (lines.length > rowsMax) throw new UnreadableListError('too_complex')
  }
  if (lines.length === 0) throw new UnreadableListError('picture')
  return inTable(lines)
}

function inTable(lines: Placed[][]): Sheet {
  const sheet: Sheet = []
  let headings: Placed[] | null = null
  for (const cells of lines) {
    const texts = cells.map(({ text }) => text)
    // Every page repeats them, possibly at another position.
    const isHead = findColumns(texts) !== null
    if (isHead) headings = cells
    const row = headings && !isHead ? inColumns(cells, headings) : texts
    if (headings && !isHead && continuesRow(row, headings)) addTo(sheet, row)
    else sheet.push({ line: sheet.length + 1, cells: row })
  }
  return sheet
}

async function openPdf(bytes: Uint8Array, password: string) {
  try {
    return await getDocumentProxy(bytes, { password, useSystemFonts: false })
  } catch (error) {
    const { name } = error as Error
    throw new UnreadableListError(name === 'PasswordException' ? 'password' : 'malformed')
  }
}

/** A text as pdf.js returns it. Source: pdf.js, `TextItem` of `src/display/api.js`. */
interface TextItem {
  str?: string
  width: number
  transform: number[]
}

function placeItems(items: TextItem[]): Placed[][] {
  const placed = items.flatMap(({ str = '', width, transform }): Placed[] => {
    const [, , , , left = 0, bottom = 0] = transform
    return str.trim() === '' ? [] : [{ text: str.trim(), left, right: left + width, bottom }]
  })
  const lines: Placed[][] = []
  for (const one of placed.toSorted((a, b) => b.bottom - a.bottom)) {
    const line = lines.at(-1)
    if (line && line[0]!.bottom - one.bottom < sameLine) line.push(one)
    else lines.push([one])
  }
  return lines.map(line => inCells(line.toSorted((a, b) => a.left - b.left)))
}

function inCells(line: Placed[]): Placed[] {
  const cells: Placed[] = []
  for (const one of line) {
    const cell = cells.at(-1)
    if (cell && one.left - cell.right < sameCell) {
      cells[cells.length - 1] = { ...cell, text: `${cell.text} ${one.text}`, right: Math.max(cell.right, one.right) }
    } else cells.push(one)
  }
  return cells
}

/** Assigns cells to headings: numbers align with the end of a heading, and words with its start. */
function inColumns(cells: Placed[], headings: Placed[]): string[] {
  const row = headings.map(() => '')
  for (const { text, left, right } of cells) {
    const away = ({ left: from, right: to }: Placed) =>
      left < to && right > from ? 0 : Math.min(Math.abs(left - from), Math.abs(right - to))
    const nearest = headings.reduce((best, heading, place) => (away(heading) < away(headings[best]!) ? place : best), 0)
    row[nearest] = `${row[nearest]} ${text}`.trim()
  }
  return row
}

function continuesRow(row: string[], headings: Placed[]): boolean {
  const columns = findColumns(headings.map(({ text }) => text))!
  const isEmpty = (column: 'date' | 'amount' | 'moneyIn') => !row[columns.get(column)?.[0] ?? -1]
  return isEmpty('date') && isEmpty('amount') && isEmpty('moneyIn')
}

function addTo(sheet: Sheet, row: string[]): void {
  const above = sheet.at(-1)
  if (!above || above.cells.length !== row.length) return
  for (const [place, cell] of row.entries()) {
    if (cell !== '') above.cells[place] = `${above.cells[place]} ${cell}`.trim()
  }
}
