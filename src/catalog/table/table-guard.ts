const signs = '=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20'
const guardedStart = new RegExp(`^'('*(?:\\s*[${signs}]|[\\t\\r]))`)
const guardedWithin = new RegExp(`([;\\r\\n][^\\S\\r\\n]*)'('*[${signs}])`, 'g')
const likeGuardedStart = new RegExp(`^('+(?:\\s*[${signs}]|[\\t\\r]))`)
const likeGuardedWithin = new RegExp(`([;\\r\\n][^\\S\\r\\n]*)('+[${signs}])`, 'g')

/** A text whose own apostrophes are not taken for those with which `csvRow` marks text, once it is read again. */
export function guardable(text: string): string {
  return text.replace(likeGuardedStart, "'$1").replace(likeGuardedWithin, "$1'$2")
}

/** The text of a cell without the apostrophes with which `csvRow` keeps a spreadsheet from running it. */
export function unguarded(cell: string): string {
  return cell.replace(guardedWithin, '$1$2').replace(guardedStart, '$1')
}
