const comparedMax = 64
const partMin = 4

/** Returns the known name that `written` probably means; null if none is close, or several are equally close. */
export function guessName(written: string, candidates: string[]): string | null {
  const name = foldName(written)
  if (name === '' || name.length > comparedMax) return null
  const near = candidates
    .map(one => ({ one, steps: stepsBetween(name, foldName(one)) }))
    .filter(({ one, steps }) => steps <= Math.max(1, Math.floor(foldName(one).length / 4)))
    .sort((a, b) => a.steps - b.steps)
  if (near.length > 0) return near[1]?.steps === near[0]!.steps ? null : near[0]!.one
  const parts = candidates.filter(one => isPart(name, foldName(one)))
  return parts.length === 1 ? parts[0]! : null
}

// callbackUrl, Callback-URL and callback_url are one name.
function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_. ]/g, '')
}

// Returns whether one name contains the other, such as `phone` for customer_phone, or `invoice_id` for invoice.
function isPart(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  return shorter.length >= partMin && longer.includes(shorter)
}

/** Returns the edit distance of two texts: letters added, removed, changed, or swapped with their neighbour. */
function stepsBetween(one: string, other: string): number {
  const rows: number[][] = [[...Array(other.length + 1).keys()]]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const changed = rows[i - 1]![j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = isSwapped ? rows[i - 2]![j - 2]! + 1 : changed
      row.push(Math.min(changed, swapped, rows[i - 1]![j]! + 1, row[j - 1]! + 1))
    }
    rows.push(row)
  }
  return rows[one.length]![other.length]!
}
