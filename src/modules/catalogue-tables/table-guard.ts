// Matches the characters that begin a formula, also in full-width form.
const guardedStart = /^'('*(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r]))/
const guardedWithin = /([;\r\n][^\S\r\n]*)'('*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const likeGuardedStart = /^('+(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r]))/
const likeGuardedWithin = /([;\r\n][^\S\r\n]*)('+[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** Returns a text whose own apostrophes cannot be mistaken for those with which `formatCsvRow` marks text. */
export function guardText(text: string): string {
  return text.replace(likeGuardedStart, "'$1").replace(likeGuardedWithin, "$1'$2")
}

/** Returns the text of a cell without the apostrophes with which `formatCsvRow` prevents execution by a spreadsheet. */
export function unguardCell(cell: string): string {
  return cell.replace(guardedWithin, '$1$2').replace(guardedStart, '$1')
}
