import { createHash } from 'node:crypto'
import type { ListLine } from './bank-list.ts'

export interface IdentifiedLine extends ListLine {
  /** A hash that is the same in every list with this line. */
  identity: string
}

/**
 * Gives each line an identity that is the same in every list. It consists of the bank's reference or, without one, of
 * the text and the position among the day's lines with the same text. The balance is not part of it, because banks
 * reorder a day until it ends.
 */
export function identifyLines(lines: ListLine[]): IdentifiedLine[] {
  const counts = new Map<string, number>()
  return lines.map(line => {
    const { day, time, amount, reference } = line
    const said = JSON.stringify([day, time, amount, reference, reference === null ? line.text : null])
    const number = (counts.get(said) ?? 0) + 1
    counts.set(said, number)
    const identity = createHash('sha256').update(`${said} ${number}`).digest('base64url')
    return { ...line, identity }
  })
}
