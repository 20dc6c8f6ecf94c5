import type { ListedTime } from './place-lines.ts'

/** A line of a list with incoming money. */
export interface LineToMatch extends ListedTime {
  identity: string
  amount: number
}

/** Money that was reported on the receiving account, in any state. */
export interface ReportedTransfer {
  id: number
  amount: number
  /** When it moved, or when it was reported if its source gives no time. */
  arrivedAt: Date
}

export interface MatchedLines {
  /** The money of each line, by the line's identity. */
  seen: Map<string, number>
  /** Other money of the same amount, some days away: a person must decide whether it is that of the line. */
  doubtful: Map<string, number>
  /** Money that is missing from the list. */
  unlisted: Set<number>
}

const dayMs = 86_400_000
/** A bank books weekend transfers on the next working day, and a phone reports late. */
export const bookedLateMaxMs = 4 * dayMs
export const reportedLateMaxMs = 2 * dayMs

/**
 * Matches the lines of a list with the reported money, each with at most one transfer: two transfers of one amount stay
 * two. As many lines as possible are matched. Transfers without a line are returned as well.
 */
export function matchLines(lines: LineToMatch[], transfers: ReportedTransfer[]): MatchedLines {
  const seen = pairLines(lines, transfers)
  const matched = new Set(seen.values())
  const widened = lines
    .filter(({ identity }) => !seen.has(identity))
    .map(({ from, until, ...line }) => ({
      ...line,
      from: new Date(from.getTime() - bookedLateMaxMs),
      until: new Date(until.getTime() + reportedLateMaxMs),
    }))
  const doubtful = pairLines(
    widened,
    transfers.filter(({ id }) => !matched.has(id)),
  )
  for (const id of doubtful.values()) matched.add(id)
  return { seen, doubtful, unlisted: new Set(transfers.map(({ id }) => id).filter(id => !matched.has(id))) }
}

/**
 * Gives each line the earliest remaining transfer of its amount within its time, lines that end first before the
 * others. No other order finds more pairs. A list may repeat one amount thousands of times, so no transfer is examined
 * twice.
 */
function pairLines(lines: LineToMatch[], transfers: ReportedTransfer[]): Map<string, number> {
  const paired = new Map<string, number>()
  const transfersOf = Map.groupBy(transfers, ({ amount }) => amount)
  for (const [amount, ofAmount] of Map.groupBy(lines, line => line.amount)) {
    const earliestFirst = (transfersOf.get(amount) ?? []).toSorted((one, other) => +one.arrivedAt - +other.arrivedAt)
    const takeFrom = createTaker(earliestFirst)
    for (const { identity, from, until } of ofAmount.toSorted((one, other) => +one.until - +other.until)) {
      const transfer = takeFrom(from, until)
      if (transfer) paired.set(identity, transfer.id)
    }
  }
  return paired
}

/** Returns a function that takes the earliest transfer between two moments that it has not taken before. */
function createTaker(transfers: ReportedTransfer[]): (from: Date, until: Date) => ReportedTransfer | undefined {
  // For each index, an index at which the search for the next free one continues: those between are taken.
  const next = Array.from({ length: transfers.length + 1 }, (_, place) => place)
  return (from, until) => {
    let place = firstFrom(transfers, from)
    while (next[place] !== place) {
      next[place] = next[next[place]!]!
      place = next[place]!
    }
    const transfer = transfers[place]
    if (!transfer || transfer.arrivedAt >= until) return undefined
    next[place] = place + 1
    return transfer
  }
}

/** Returns the index of the first transfer that did not arrive before a moment. */
function firstFrom(transfers: ReportedTransfer[], from: Date): number {
  let [low, high] = [0, transfers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (transfers[middle]!.arrivedAt < from) low = middle + 1
    else high = middle
  }
  return low
}
