import type { FieldProblem } from '../../lib/refusals/field-error.ts'

/** The non-empty rows of a spreadsheet; each line is the number that the spreadsheet shows. */
export type Sheet = { line: number; cells: string[] }[]

/** A shop's catalogue is not larger, and reading more takes too long. */
export const rowsMax = 20_000
export const cellsMax = 60
/** Excel's own limit. Source: "Excel specifications and limits", total number of characters that a cell can contain. */
const cellLengthMax = 32_767
/**
 * The maximum number of characters of all cells together. A text shared by many cells counts for each, however small
 * the file is.
 */
const shownMax = 10_485_760

/** Counts the characters of a table's cells. Throws `BrokenSheetError` for a cell, or a table, with too many. */
export function createCellCounter(): (text: string, line: number) => void {
  let shown = 0
  return (text, line) => {
    if (text.length > cellLengthMax) {
      const error = `a cell has more than ${cellLengthMax} characters`
      throw new BrokenSheetError(error, { code: 'too_long', max: cellLengthMax }, line)
    }
    shown += text.length
    if (shown <= shownMax) return
    throw new BrokenSheetError('the cells hold too much text: divide the table', { code: 'too_complex' }, line)
  }
}

/** Why a file could not be read as a sheet: its only mistake. */
export class BrokenSheetError extends Error {
  readonly line: number
  readonly problem: FieldProblem

  constructor(message: string, problem: FieldProblem, line = 1) {
    super(message)
    this.line = line
    this.problem = problem
  }
}

/** Returns the letters above a column in a spreadsheet: `A` for 0, `AA` for 26. */
export function formatColumnLetters(column: number): string {
  const rest = column % 26
  const letter = String.fromCharCode(65 + rest)
  return column < 26 ? letter : formatColumnLetters((column - rest) / 26 - 1) + letter
}
