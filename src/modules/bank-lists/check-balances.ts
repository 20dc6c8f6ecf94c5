/** One line of a list, incoming or outgoing. */
export interface BalanceMovement {
  /** The line's number in the file. */
  line: number
  day: string
  /** The amount in hundredths of a rupiah; negative if outgoing. */
  cents: number
  /** The balance after it; null if the line shows none. */
  balanceCents: number | null
  /** The balance before it; null if the line shows none. */
  beforeCents: number | null
}

export interface CheckedBalances {
  hasBalances: boolean
  /** The numbers of the lines whose balance does not follow from the previous line. */
  broken: number[]
}

/**
 * Checks that each balance follows from the previous one and the amount between them, oldest line first or newest
 * first, as in the file. The first follows from the opening balance, in hundredths of a rupiah, if the file contains
 * one.
 */
export function checkBalances(moves: BalanceMovement[], openingCents: number | null): CheckedBalances {
  const oldestFirst = breaksIn(moves, openingCents)
  const newestFirst = breaksIn(moves.toReversed(), openingCents)
  const broken = oldestFirst.length <= newestFirst.length ? oldestFirst : newestFirst
  const balances = moves.filter(({ balanceCents }) => balanceCents !== null)
  return { hasBalances: balances.length > 1, broken: broken.toSorted((one, other) => one - other) }
}

function breaksIn(moves: BalanceMovement[], openingCents: number | null): number[] {
  const broken: number[] = []
  let expected = openingCents
  for (const { line, cents, balanceCents, beforeCents } of moves) {
    const before = beforeCents ?? expected
    const after = before === null ? balanceCents : before + cents
    const isWhole = (balanceCents ?? after) === after && before === (expected ?? before)
    if (!isWhole) broken.push(line)
    expected = balanceCents ?? after
  }
  return broken
}
