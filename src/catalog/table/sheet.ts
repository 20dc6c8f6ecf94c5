import type { FieldProblem } from '../../lib/refusals/field-error.ts'

/** The rows of a spreadsheet that hold something; each line is the number that the spreadsheet shows beside it. */
export type Sheet = { line: number; cells: string[] }[]

/** More is no shop's catalogue, and takes its time. */
export const rowsMax = 20_000
export const cellsMax = 60

/** Why a file is no sheet: its only mistake. */
export class BrokenSheet extends Error {
  readonly line: number
  readonly problem: FieldProblem

  constructor(message: string, problem: FieldProblem, line = 1) {
    super(message)
    this.line = line
    this.problem = problem
  }
}

/** `A` for 0, `AA` for 26: what a spreadsheet writes above a column. */
export function letterOf(column: number): string {
  const rest = column % 26
  const letter = String.fromCharCode(65 + rest)
  return column < 26 ? letter : letterOf((column - rest) / 26 - 1) + letter
}
