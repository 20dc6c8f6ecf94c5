/** A line of a list between the first and the last moment at which its money can have moved. */
export interface PlacedLine {
  identity: string
  amount: number
  from: Date
  /** Exclusive. */
  until: Date
}

/** Money that was reported on the receiving account, however it ended. */
export interface ReportedTransfer {
  id: number
  amount: number
  /** When it moved, or where nobody says, when it was reported. */
  arrivedAt: Date
}

export interface MatchedLines {
  /** The money that each line shows, by its identity. */
  seen: Map<string, number>
  /** Other money of the amount, some days away: a person must say whether it is that of the line. */
  doubtful: Map<string, number>
  /** Money that no line shows. */
  unlisted: number[]
}

const dayMs = 86_400_000
/** A bank books what moves on a weekend on the next working day, and a phone reports late. */
const bookedLaterMs = 4 * dayMs
const reportedLaterMs = 2 * dayMs

/**
 * Matches the lines of a list with the money that was reported, each at most once and the nearest first: two transfers
 * of one amount stay two. What no line can be matched with is listed as well.
 */
export function matchLines(lines: PlacedLine[], transfers: ReportedTransfer[]): MatchedLines {
  const left = new Map(transfers.map(transfer => [transfer.id, transfer]))
  const seen = pair(lines, left, { earlierMs: 0, laterMs: 0 })
  const others = lines.filter(({ identity }) => !seen.has(identity))
  const doubtful = pair(others, left, { earlierMs: bookedLaterMs, laterMs: reportedLaterMs })
  return { seen, doubtful, unlisted: [...left.keys()] }
}

interface Slack {
  earlierMs: number
  laterMs: number
}

function pair(lines: PlacedLine[], left: Map<number, ReportedTransfer>, slack: Slack): Map<string, number> {
  const byAmount = Map.groupBy(left.values(), ({ amount }) => amount)
  const pairs = lines.flatMap(line =>
    (byAmount.get(line.amount) ?? []).flatMap(transfer => {
      const awayMs = awayOf(line, transfer.arrivedAt)
      const isNear = awayMs <= 0 ? -awayMs <= slack.earlierMs : awayMs <= slack.laterMs
      return isNear ? [{ line, transfer, awayMs: Math.abs(awayMs) }] : []
    }),
  )
  const paired = new Map<string, number>()
  for (const { line, transfer } of pairs.sort((one, other) => one.awayMs - other.awayMs)) {
    if (paired.has(line.identity) || !left.has(transfer.id)) continue
    paired.set(line.identity, transfer.id)
    left.delete(transfer.id)
  }
  return paired
}

/** How far a moment is from a line: negative before it, 0 within it. */
function awayOf({ from, until }: PlacedLine, moment: Date): number {
  if (moment < from) return moment.getTime() - from.getTime()
  return Math.max(0, moment.getTime() - until.getTime() + 1)
}
