import { createHash } from 'node:crypto'
import type { ListLine } from './bank-list.ts'

export interface IdentifiedLine extends ListLine {
  /** The same for the same line of another list. */
  identity: string
}

/**
 * Gives each line what it is known by in every list that shows it: the reference that the bank gives it, or else what
 * it says, and which of those it is that say the same on its day. The balance is no part of it: the bank sorts a day
 * anew while it lasts.
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
